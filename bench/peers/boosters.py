"""One turn of XGBoost, LightGBM or CatBoost, by the protocol that README.md tells; the argument says which."""

import gc
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
            **objective(work, y, ["reg:squarederror", "binary:logistic", "multi:softprob"]),
            "tree_method": "exact" if work.get("splitter") == "exact" else "hist",
            "nthread": work["threads"],
            "seed": work["seed"],
            **given(work, {"maxDepth": "max_depth", "l2": "lambda", "minChildWeight": "min_child_weight"}),
        }
        if "maxLeaves" in work:
            options.update({"grow_policy": "lossguide", "max_depth": 0, "max_leaves": work["maxLeaves"]})
        categories = work["categories"]
        kinds = ["c" if at in categories else "q" for at in range(x.shape[1])] if categories else None
        kind = self.lib.DMatrix if work.get("splitter") == "exact" else self.lib.QuantileDMatrix
        table = kind(x, y, nthread=work["threads"], feature_types=kinds, enable_categorical=bool(categories))
        if work.get("loss") == "byHand":
            options.update({"objective": "binary:logitraw", "base_score": 0})
            return self.lib.train({**options, "eta": 0.1}, table, work["trees"], obj=self.logistic_by_hand)
        return self.lib.train({**options, "eta": 0.1}, table, work["trees"])

    @staticmethod
    def logistic_by_hand(margins, table):
        p = probability(margins)
        return p - table.get_label(), p * (1 - p)

    def predict(self, model, x):
        raw = "logitraw" in model.save_config()
        return probability(model.inplace_predict(x)) if raw else model.inplace_predict(x)

    def describe(self, model):
        trees = model.get_dump()
        # A line a node, which stands in as far as it is deep.
        depths = [len(line) - len(line.lstrip("\t")) for tree in trees for line in tree.splitlines()]
        return {"leaves": round(sum(tree.count("leaf=") for tree in trees) / len(trees)), "depth": max(depths)}


class LightGBM:
    def __init__(self):
        import lightgbm

        self.lib, self.version = lightgbm, lightgbm.__version__

    def fit(self, work, x, y):
        options = {
            **objective(work, y, ["regression", "binary", "multiclass"]),
            "num_leaves": work["maxLeaves"] if "maxLeaves" in work else 2 ** work["maxDepth"],
            "num_threads": work["threads"],
            "seed": work["seed"],
            "verbosity": -1,
            **given(work, {"maxDepth": "max_depth", "l2": "lambda_l2", "minChildWeight": "min_sum_hessian_in_leaf"}),
        }
        if "minChildWeight" in work:
            # Its own limit on rows, which the others do not have.
            options["min_data_in_leaf"] = 1
        if work.get("quantized"):
            options["use_quantized_grad"] = True
        table = self.lib.Dataset(x, y, categorical_feature=work["categories"])
        return self.lib.train({**options, "learning_rate": 0.1}, table, work["trees"])

    def predict(self, model, x):
        return model.predict(x, num_threads=1)

    def describe(self, model):
        lines = model.model_to_string().splitlines()
        leaves = [int(line.split("=")[1]) for line in lines if line.startswith("num_leaves=")]
        return {"leaves": round(sum(leaves) / len(leaves))}


class LogisticByHand:
    """As CatBoost's manual writes one: it is called with the scores of some rows, and gives a pair for each."""

    def calc_ders_range(self, approxes, targets, weights):
        p = probability(np.asarray(approxes))
        pairs = np.column_stack([np.asarray(targets) - p, -p * (1 - p)])
        return pairs if weights is None else pairs * np.asarray(weights)[:, None]


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
        if work.get("loss") == "byHand":
            options.update({"loss_function": LogisticByHand(), "eval_metric": "Logloss"})
        classifies = work["task"] == "classification"
        kind = self.lib.CatBoostClassifier if classifies else self.lib.CatBoostRegressor
        return kind(**options).fit(x, y)

    def predict(self, model, x):
        if isinstance(model.get_params().get("loss_function"), LogisticByHand):
            return probability(model.predict(x, prediction_type="RawFormulaVal", thread_count=1))
        if hasattr(model, "predict_proba"):
            return model.predict_proba(x, thread_count=1)[:, 1]
        return model.predict(x, thread_count=1)

    def describe(self, model):
        return {}


def probability(margins):
    return 1 / (1 + np.exp(-margins))


def objective(work, y, names):
    """The peer's names are those for numbers, for two classes, and for more, which are counted."""
    if work["task"] != "classification":
        return {"objective": names[0]}
    count = int(y.max()) + 1
    return {"objective": names[2], "num_class": count} if count > 2 else {"objective": names[1]}


def given(work, names):
    """Options that the work has, by the peer's names."""
    return {theirs: work[ours] for ours, theirs in names.items() if ours in work}


def memory(of):
    """Bytes by Linux's account of this process; None elsewhere."""
    if sys.platform != "linux":
        return None
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(of))


def forget_peak():
    """What reading left behind is given back, and its peak does not count."""
    gc.collect()
    if sys.platform == "linux":
        with open("/proc/self/clear_refs", "w") as refs:
            refs.write("5")


def predict_rows(peer, model, x):
    """One call a row."""
    predictions = np.empty(len(x))
    for row in range(len(x)):
        predictions[row] = peer.predict(model, x[row : row + 1])[0]
    return predictions


def main():
    peer = {"xgboost": XGBoost, "lightgbm": LightGBM, "catboost": CatBoost}[sys.argv[1]]()
    job = json.load(sys.stdin)
    work, few = {**job["work"], "categories": job["train"]["categories"]}, job["warmUpRows"]
    x, y = read(job["train"])
    tested = read(job["test"])[0]
    measured = work.get("measure", "fit")
    predict = predict_rows if measured == "row" else lambda peer, model, x: peer.predict(model, x)

    peer.fit(work, x[:few], y[:few])
    forget_peak()
    baseline = memory("VmRSS")
    clocks = [(time.perf_counter(), time.process_time())]
    model = peer.fit(work, x, y)
    clocks.append((time.perf_counter(), time.process_time()))
    peak = memory("VmHWM")
    predict(peer, model, tested[:few])
    clocks.append((time.perf_counter(), time.process_time()))
    predictions = predict(peer, model, tested)
    clocks.append((time.perf_counter(), time.process_time()))

    # Several numbers a row stand row after row.
    np.ascontiguousarray(predictions, dtype="<f8").tofile(job["predictions"])
    first, last = clocks[:2] if measured == "fit" else clocks[2:]
    answer = {"version": peer.version, "wallSeconds": last[0] - first[0], "cpuSeconds": last[1] - first[1]}
    if measured == "fit":
        answer.update(peer.describe(model))
    if peak is not None:
        answer.update({"baselineBytes": baseline, "peakBytes": peak})
    print(json.dumps(answer))


main()
