"""One peer of boosting by its own defaults, on one set and all its splits; README.md tells the protocol.

What is told is what a peer must know to run: which columns are of categories, the seed, the threads, and to be silent.
"""

import json
import sys
import time

import numpy as np


def frame(x, all_levels):
    """The table by columns, missing values as each library takes them from pandas."""
    import pandas as pd

    columns = {}
    for at, (values, levels) in enumerate(zip(x, all_levels)):
        if levels > 0:
            codes = np.where(np.isnan(values), -1, values).astype(np.int32)
            columns[f"x{at}"] = pd.Categorical.from_codes(codes, categories=[f"c{code}" for code in range(levels)])
        else:
            columns[f"x{at}"] = values
    return pd.DataFrame(columns)


def read(job):
    x = np.fromfile(job["x"], dtype="<f8").reshape(len(job["levels"]), job["rows"])
    y = np.fromfile(job["y"], dtype="<f8")
    return frame(x, job["levels"]), y.astype(np.int32) if job["task"] == "classification" else y


def xgboost(job, seed):
    import xgboost as lib

    kind = lib.XGBClassifier if job["task"] == "classification" else lib.XGBRegressor
    return kind(enable_categorical=True, n_jobs=job["threads"], random_state=seed), lib.__version__


def lightgbm(job, seed):
    import lightgbm as lib

    kind = lib.LGBMClassifier if job["task"] == "classification" else lib.LGBMRegressor
    return kind(n_jobs=job["threads"], random_state=seed, verbose=-1), lib.__version__


def catboost(job, seed):
    import catboost as lib

    kind = lib.CatBoostClassifier if job["task"] == "classification" else lib.CatBoostRegressor
    names = [f"x{at}" for at, levels in enumerate(job["levels"]) if levels > 0]
    silence = {"verbose": False, "allow_writing_files": False}
    return kind(cat_features=names, thread_count=job["threads"], random_seed=seed, **silence), lib.__version__


def scikit_learn(job, seed):
    import sklearn
    from sklearn import ensemble as lib

    classifies = job["task"] == "classification"
    kind = lib.HistGradientBoostingClassifier if classifies else lib.HistGradientBoostingRegressor
    return kind(categorical_features="from_dtype", random_state=seed), sklearn.__version__


def without_gaps(x):
    """CatBoost takes no missing category: a gap becomes one of its own."""
    texts = {name: x[name].astype(object).where(x[name].notna(), "") for name in x if x[name].dtype == "category"}
    return x.assign(**texts)


def main():
    make = {"xgboost": xgboost, "lightgbm": lightgbm, "catboost": catboost, "scikit-learn": scikit_learn}[sys.argv[1]]
    job = json.load(sys.stdin)
    x, y = read(job)
    if make is catboost:
        x = without_gaps(x)
    splits = np.fromfile(job["splits"], dtype=np.uint8).reshape(len(job["seeds"]), job["rows"]) == 1
    predictions = []
    started = time.perf_counter()
    for seed, tested in zip(job["seeds"], splits):
        model, version = make(job, seed)
        model.fit(x[~tested], y[~tested])
        if job["task"] == "classification":
            assert list(model.classes_) == list(range(job["classes"])), "a class is gone from the training rows"
            predictions.append(model.predict_proba(x[tested]).ravel())
        else:
            predictions.append(model.predict(x[tested]))
    seconds = time.perf_counter() - started
    np.concatenate(predictions).astype("<f8").tofile(job["predictions"])
    print(json.dumps({"version": version, "seconds": seconds}))


if __name__ == "__main__":
    main()
