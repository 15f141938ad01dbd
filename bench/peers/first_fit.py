"""One turn of a Python library by its own defaults: the first fit of a process. The argument names the library; README.md
has the protocol."""

import json
import sys
import time

import numpy as np

from own_defaults import frame, lightgbm, xgboost


def scikit_learn(job, seed):
    import sklearn

    classifies = job["task"] == "classification"
    if job["learner"] == "cart":
        from sklearn import tree

        kind = tree.DecisionTreeClassifier if classifies else tree.DecisionTreeRegressor
        return kind(random_state=seed), sklearn.__version__
    from sklearn import ensemble

    kind = ensemble.RandomForestClassifier if classifies else ensemble.RandomForestRegressor
    return kind(n_jobs=job["threads"], random_state=seed), sklearn.__version__


def read(job, tables):
    """NumPy arrays with the rows together, which all take without a copy; a table with categories as pandas has them."""
    xs = [np.fromfile(table["x"], dtype="<f4").reshape(table["features"], table["rows"]) for table in tables]
    ys = [np.fromfile(table["y"], dtype="<f4") for table in tables]
    if job["task"] == "classification":
        ys = [y.astype(np.int32) for y in ys]
    categories = tables[0]["categories"]
    if not categories:
        return [np.ascontiguousarray(x.T) for x in xs], ys
    # Both tables know the categories of both.
    levels = [int(max(x[at].max() for x in xs)) + 1 if at in categories else 0 for at in range(len(xs[0]))]
    return [frame(x, levels) for x in xs], ys


def main():
    make = {"xgboost": xgboost, "lightgbm": lightgbm, "scikit-learn": scikit_learn}[sys.argv[1]]
    told = json.load(sys.stdin)
    job = told["work"]

    clocks = [time.perf_counter()]
    # This imports the library. No seed is set: None is the default of all.
    model, version = make(job, None)
    clocks.append(time.perf_counter())
    (x, tested), (y, _) = read(job, [told["train"], told["test"]])
    clocks.append(time.perf_counter())
    cpu = time.process_time()
    model.fit(x, y)
    cpu = time.process_time() - cpu
    clocks.append(time.perf_counter())
    since_start = time.time() - told["startedAt"] / 1000

    predicted = model.predict_proba(tested) if job["task"] == "classification" else model.predict(tested)
    np.ascontiguousarray(predicted, dtype="<f8").tofile(told["predictions"])
    imported, reading, fitted = np.diff(clocks).tolist()
    answer = {"version": version, "wallSeconds": fitted, "cpuSeconds": cpu, "importSeconds": imported}
    print(json.dumps({**answer, "sinceStartSeconds": since_start - reading}))


main()
