import { check, checkOptions, exp, type Loss, type OptionsOf, option, withDefaults } from "@cambium/core";
import { checkValues } from "./check-values.ts";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { logOfMean } from "./log-of-mean.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** The variance is in proportion to this power of the mean: near 1 as of counts, near 2 as of sizes. Default: 1.5. */
  power: option(
    check<number>("a number between 1 and 2", (value) => typeof value === "number" && value > 1 && value < 2),
    1.5,
  ),
});

export interface TweedieOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * Sums of few sizes, y >= 0, with a `power` p: e^((2 - p)·s) / (2 - p) + y·e^((1 - p)·s) / (p - 1), half the deviance
 * of a Tweedie mean e^s but for a constant. Gradient e^((2 - p)·s) - y·e^((1 - p)·s), hessian (2 - p)·e^((2 - p)·s) +
 * (p - 1)·y·e^((1 - p)·s); the best constant is the log of the mean. Tree for tree that of XGBoost's `reg:tweedie`,
 * with its `tweedie_variance_power`; also LightGBM's `tweedie`.
 */
export function tweedie(options: TweedieOptions = {}): Loss<"regression"> {
  checkOptions("tweedie", options, rules());
  const { power } = withDefaults(rules(), options);
  const up = 2 - power;
  const down = power - 1;
  return {
    spec: { name: "tweedie", parameters: { power } },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget: (target) => checkValues("tweedie", target, "targets >= 0", (y) => y >= 0),
    initialScore: logOfMean,
    ...writeDerivatives(({ s, y, exp, add, sub, mul }) => {
      const rise = exp(mul(up, s));
      const fall = mul(y, exp(mul(-down, s)));
      return { gradient: sub(rise, fall), hessian: add(mul(up, rise), mul(down, fall)) };
    }),
    value: ({ values }, row, score) => exp(up * score) / up + (values[row] * exp(-down * score)) / down,
  };
}
