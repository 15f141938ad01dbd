"""One turn of XGBoost, LightGBM or CatBoost, by the protocol that README.md tells; the argument says which."""

import json
import sys
import time

import numpy as np


def read(table):
    # Rows together, as all three take them without a copy.
    x = np.fromfile(table["x"], dtype="<f4").reshape(table["features"], table["rows"]).T
    return np.ascontiguousarray(x), np.fromfile(table["y"], dtype="<f4")


class XGBoost:
    def __init__(self):
        import xgboost

        self.lib, self.version = xgboost, xgboost.__version__

    def fit(self, work, x, y):
        options = {
            "objective": "binary:logistic" if work["task"] == "classification" else "reg:squarederror",
            "max_depth": work["maxDepth"],
            "tree_method": "hist",
            "nthread": work["threads"],
            "seed": work["seed"],
        }
        return self.lib.train({**options, "eta": 0.1}, self.lib.DMatrix(x, y), work["trees"])

    def predict(self, model, x):
        return model.inplace_predict(x)


class LightGBM:
    def __init__(self):
        import lightgbm

        self.lib, self.version = lightgbm, lightgbm.__version__

    def fit(self, work, x, y):
        options = {
            "objective": "binary" if work["task"] == "classification" else "regression",
            "max_depth": work["maxDepth"],
            "num_leaves": 2 ** work["maxDepth"],
            "num_threads": work["threads"],
            "seed": work["seed"],
            "verbosity": -1,
        }
        return self.lib.train({**options, "learning_rate": 0.1}, self.lib.Dataset(x, y), work["trees"])

    def predict(self, model, x):
        return model.predict(x, num_threads=1)


class CatBoost:
    def __init__(self):
        import catboost

        self.lib, self.version = catboost, catboost.__version__

    def fit(self, work, x, y):
        options = {
            "iterations": work["trees"],
            "depth": work["maxDepth"],
            "thread_count": work["threads"],
            "random_seed": work["seed"],
            "learning_rate": 0.1,
            "verbose": False,
            "allow_writing_files": False,
        }
        classifies = work["task"] == "classification"
        kind = self.lib.CatBoostClassifier if classifies else self.lib.CatBoostRegressor
        return kind(**options).fit(x, y)

    def predict(self, model, x):
        if hasattr(model, "predict_proba"):
            return model.predict_proba(x, thread_count=1)[:, 1]
        return model.predict(x, thread_count=1)


def predict_rows(peer, model, x):
    """One call a row."""
    predictions = np.empty(len(x))
    for row in range(len(x)):
        predictions[row] = peer.predict(model, x[row : row + 1])[0]
    return predictions


def main():
    peer = {"xgboost": XGBoost, "lightgbm": LightGBM, "catboost": CatBoost}[sys.argv[1]]()
    job = json.load(sys.stdin)
    work, few = job["work"], job["warmUpRows"]
    x, y = read(job["train"])
    tested = read(job["test"])[0]
    measured = work.get("measure", "fit")
    predict = predict_rows if measured == "row" else lambda peer, model, x: peer.predict(model, x)

    peer.fit(work, x[:few], y[:few])
    clocks = [(time.perf_counter(), time.process_time())]
    model = peer.fit(work, x, y)
    clocks.append((time.perf_counter(), time.process_time()))
    predict(peer, model, tested[:few])
    clocks.append((time.perf_counter(), time.process_time()))
    predictions = predict(peer, model, tested)
    clocks.append((time.perf_counter(), time.process_time()))

    np.asarray(predictions, dtype="<f8").tofile(job["predictions"])
    first, last = clocks[:2] if measured == "fit" else clocks[2:]
    answer = {"version": peer.version, "wallSeconds": last[0] - first[0], "cpuSeconds": last[1] - first[1]}
    print(json.dumps(answer))


main()
