import { runSplits } from "../harness/run-splits.mjs";
import { scoreTableSection } from "../harness/score-table-section.mjs";

const classes = (target, more) => ({ target, task: "classification", ...more });
const numbers = (target, more) => ({ target, task: "regression", ...more });

/** Forty sets, with everyone's defaults: nobody is tuned, and what comes out is what a first try gives. */
export const scoreTable = {
  title: "Forty sets, everyone's defaults",
  about: `Forty sets of [fixtures/datasets](../fixtures/datasets/README.md), and ten splits of each: rows are shuffled, laid class by class, and
every fourth from a place that is drawn is for the test. All learn from the same rows as they are, gaps and categories
included, with no options but a seed, a thread, which columns are of categories, and silence: Cambium by \`boosting({ seed })\`,
XGBoost with \`enable_categorical\`, CatBoost with \`cat_features\` and a gap in a category as a category of its own, LightGBM and
HistGradientBoosting by the types of the columns. Nobody stops early. One judge computes the figures of all. One default of Cambium, half of
the columns for a node, was chosen by splits 3 to 9 of 34 of these sets, so its figures flatter it by what such a choice can.

Whether two differ on a set is asked of the differences of the figure that decides, split by split, by Student's test with the
variance of Nadeau and Bengio (Machine Learning 52, 239–281, 2003): the mean's is that of the differences times
1 / splits + test rows / training rows, as splits of one table share rows. At the level of 5 % that is one wrong word in 20
where nothing differs. Whether mean ranks differ is asked by Friedman's test and, of pairs, Nemenyi's at 5 %: by more than
q √(k (k + 1) / 6 N) of k compared on N sets, as J. Demšar has it (Journal of Machine Learning Research 7, 1–30, 2006), with
q = 2.728 of five.
`,
  rivals: [
    { name: "Cambium", peer: "own-defaults-cambium" },
    { name: "XGBoost", peer: "own-defaults-xgboost" },
    { name: "LightGBM", peer: "own-defaults-lightgbm" },
    { name: "CatBoost", peer: "own-defaults-catboost" },
    { name: "HistGradientBoosting", peer: "own-defaults-scikit-learn" },
  ],
  seeds: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  threads: 1,
  limitSeconds: 1800,
  sets: {
    "breast-cancer-ljubljana": classes("Class"),
    "breast-cancer-wdbc": classes("target"),
    "breast-cancer-wisconsin": classes("Class"),
    "credit-approval": classes("class"),
    "credit-german": classes("class"),
    "heart-cleveland": classes("num"),
    hepatitis: classes("Class"),
    "house-votes-84": classes("Class"),
    ionosphere: classes("Class"),
    "kr-vs-kp": classes("class"),
    sonar: classes("Class"),
    spambase: classes("class"),
    "tic-tac-toe": classes("Class"),

    "balance-scale": classes("class"),
    "car-evaluation": classes("class"),
    "contraceptive-method": classes("Contraceptive_method_used", {
      categories: ["Wifes_religion", "Wifes_now_working", "Husbands_occupation", "Media_exposure"],
    }),
    dermatology: classes("class"),
    digits: classes("target"),
    glass: classes("Type"),
    hypothyroid: classes("Class"),
    iris: classes("target"),
    penguins: classes("species"),
    segment: classes("class"),
    vehicle: classes("Class"),
    vowel: classes("Class"),
    wine: classes("target"),

    abalone: numbers("Rings"),
    airfoil: numbers("decibels"),
    "auto-mpg": numbers("mpg", { categories: ["origin"] }),
    "bike-sharing-day": numbers("cnt", { categories: ["season", "weekday", "weathersit"] }),
    concrete: numbers("compressive_strength"),
    "energy-efficiency": numbers("heating_load", { categories: ["orientation", "glazing_distribution"] }),
    "imports-85": numbers("price"),
    "machine-cpu": numbers("PRP"),
    servo: numbers("Class"),
    "solar-flare": numbers("c-class-flares", { without: ["m-class-flares", "x-class-flares"] }),
    "student-performance": numbers("G3"),
    "wine-quality-red": numbers("quality"),
    "wine-quality-white": numbers("quality"),
    yacht: numbers("resistance"),
  },
  run: runSplits,
  section: scoreTableSection,
};
