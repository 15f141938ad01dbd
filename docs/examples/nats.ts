import { addRow, type Criterion, log, statsWidth } from "@cambium/core";

/** Entropy of class weights, in nats: the built-in `entropy()` counts bits. A cut gains the information that the side tells about the class, times the weight. */
export function nats(): Criterion {
  return {
    name: "nats",
    goal: "classes",
    gain(stats, parent, firstChild, childCount, width) {
      const total = width - 1;
      let gain = 0;
      for (let child = firstChild; child < firstChild + childCount * width; child += width) {
        if (!(stats[child + total] > 0)) return 0;
        for (let k = 0; k < total; k++) {
          const found = stats[child + k];
          // The ratio of what came to what chance would give is 1 exactly where the side tells nothing: then nothing is gained.
          const ratio = (found * stats[parent + total]) / (stats[child + total] * stats[parent + k]);
          if (found > 0) gain += found * log(ratio);
        }
      }
      return Math.max(0, gain);
    },
    valueWidth: (width) => width - 1,
    leafValue(stats, node, width, out, outAt) {
      const weight = stats[node + width - 1];
      for (let k = 0; k < width - 1; k++) out[outAt + k] = weight > 0 ? stats[node + k] / weight : 1 / (width - 1);
    },
    cover: (stats, node, width) => stats[node + width - 1],
    impurity(goal, rows) {
      const stats = new Float64Array(statsWidth(goal));
      for (const row of rows) addRow(goal, row, stats, 0);
      const weight = stats[stats.length - 1];
      return stats.subarray(0, -1).reduce((sum, w) => (w > 0 ? sum - w * log(w / weight) : sum), 0);
    },
  };
}
