"""One turn of scikit-learn, by the protocol that README.md tells: a job on stdin, a line of JSON on stdout."""

import json
import sys
import time

import numpy as np
import sklearn
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


def read(table):
    # As it stands in the file, column after column: measured, rows together make no difference to scikit-learn.
    x = np.fromfile(table["x"], dtype="<f4").reshape(table["features"], table["rows"]).T
    return x, np.fromfile(table["y"], dtype="<f4")


def learner(work):
    classifies = work["task"] == "classification"
    options = {"random_state": work["seed"], "max_depth": work.get("maxDepth")}
    if work["model"] == "forest":
        kind = RandomForestClassifier if classifies else RandomForestRegressor
        return kind(n_estimators=work["trees"], n_jobs=work["threads"], **options)
    return (DecisionTreeClassifier if classifies else DecisionTreeRegressor)(**options)


def fit(work, x, y):
    model = learner(work)
    if work["model"] == "tree with path":
        # It grows the tree for the path and then throws it away, so there is nothing to predict with.
        path = model.cost_complexity_pruning_path(x, y)
        return None, {"pathSteps": len(path.ccp_alphas)}
    return model.fit(x, y), {}


def describe(model):
    trees = [each.tree_ for each in getattr(model, "estimators_", [model])]
    leaves = round(sum(tree.n_leaves for tree in trees) / len(trees))
    return {"leaves": int(leaves), "depth": int(max(tree.max_depth for tree in trees))}


def predict(model, x):
    return model.predict_proba(x)[:, 1] if hasattr(model, "predict_proba") else model.predict(x)


def main():
    job = json.load(sys.stdin)
    work = job["work"]
    x, y = read(job["train"])
    few = job["warmUpRows"]
    fit(work, x[:few], y[:few])

    wall, cpu = time.perf_counter(), time.process_time()
    model, told = fit(work, x, y)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu

    answer = {"version": sklearn.__version__, "wallSeconds": wall, "cpuSeconds": cpu, **told}
    if model is not None:
        answer.update(describe(model))
        predict(model, read(job["test"])[0]).astype("<f8").tofile(job["predictions"])
    print(json.dumps(answer))


main()
