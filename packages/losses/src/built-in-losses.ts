// Written by `npm run generate` from the exports of index.ts. Do not edit.

import { absoluteError } from "./absolute-error.ts";
import { absolutePercentageError } from "./absolute-percentage-error.ts";
import { crossEntropy } from "./cross-entropy.ts";
import { expectile } from "./expectile.ts";
import { exponential } from "./exponential.ts";
import { fair } from "./fair.ts";
import { focal } from "./focal.ts";
import { gamma } from "./gamma.ts";
import { hinge } from "./hinge.ts";
import { huber } from "./huber.ts";
import { logCosh } from "./log-cosh.ts";
import { logistic } from "./logistic.ts";
import { oneVsAll } from "./one-vs-all.ts";
import { poisson } from "./poisson.ts";
import { pseudoHuber } from "./pseudo-huber.ts";
import { quantile } from "./quantile.ts";
import { softmax } from "./softmax.ts";
import { squaredError } from "./squared-error.ts";
import { squaredLogError } from "./squared-log-error.ts";
import { tweedie } from "./tweedie.ts";

/** Every loss of this package by its name. */
export const builtInLosses = {
  absoluteError,
  absolutePercentageError,
  crossEntropy,
  expectile,
  exponential,
  fair,
  focal,
  gamma,
  hinge,
  huber,
  logCosh,
  logistic,
  oneVsAll,
  poisson,
  pseudoHuber,
  quantile,
  softmax,
  squaredError,
  squaredLogError,
  tweedie,
} as const;
