import {
  bestConstant,
  check,
  checkOptions,
  checkTwoClasses,
  exp,
  type Loss,
  numberFromZero,
  type OptionsOf,
  option,
  softplus,
  withDefaults,
} from "@cambium/core";
import { writeDerivatives } from "./expression/write-derivatives.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** How much less rows count that are predicted well. 0 is the logistic loss. Default: 2. */
  gamma: option(numberFromZero, 2),
  /** What the second class counts, and 1 - alpha what the first. Default: both count 1. */
  alpha: option(
    check<number>("a number between 0 and 1", (value) => typeof value === "number" && value > 0 && value < 1),
  ),
});

export interface FocalOptions extends OptionsOf<ReturnType<typeof rules>> {}

/** From the log-odds of a probability of 10^-6 or so to those of the rest to 1. */
const BRACKET = [-14, 14] as const;

/**
 * Two classes: -a·q^g·log(p), where p is the probability of the row's class, q = 1 - p, g = `gamma`, and a = `alpha`
 * for the second class, 1 - `alpha` for the first, and 1 where none is given. Gradient by the class's log-odds
 * -a·q^g·(q - g·p·log(p)); hessian a·p·q^g·((2g + 1)·q - g²·p·log(p)), a bound: where p is small the loss bends down.
 * The best constant is found by steps. The value is that of CatBoost's `Focal`. Over ten splits no worse than CatBoost's.
 */
export function focal(options: FocalOptions = {}): Loss<"classification"> {
  checkOptions("focal", options, rules());
  const { gamma, alpha } = withDefaults(rules(), options);
  const factors = alpha === undefined ? [1, 1] : [1 - alpha, alpha];
  const loss: Loss<"classification"> = {
    spec: { name: "focal", parameters: { gamma, ...(alpha !== undefined && { alpha }) } },
    task: "classification",
    link: "logistic",
    constantHessian: false,
    curvature: gamma === 0 ? "exact" : "bound",
    coupling: "row",
    checkTarget: (target) => checkTwoClasses("focal", target),
    initialScore: (target) => bestConstant(loss, target, BRACKET),
    ...writeDerivatives(({ s, y, exp, neg, add, sub, mul, sigmoid, softplus, lt, where }) => {
      const sign = sub(mul(2, y), 1);
      const odds = mul(sign, s);
      const [p, q] = [sigmoid(odds), sigmoid(neg(odds))];
      const surprise = softplus(neg(odds));
      // q^g, as q = e^-softplus(odds).
      const focus = mul(where(lt(0, y), factors[1], factors[0]), exp(mul(-gamma, softplus(odds))));
      const bend = add(mul(2 * gamma + 1, q), mul(mul(gamma * gamma, p), surprise));
      return {
        gradient: mul(mul(neg(sign), focus), add(q, mul(mul(gamma, p), surprise))),
        hessian: mul(mul(focus, p), bend),
      };
    }),
    value({ codes }, row, score) {
      const odds = (2 * codes[row] - 1) * score;
      return factors[codes[row]] * exp(-gamma * softplus(odds)) * softplus(-odds);
    },
  };
  return loss;
}
