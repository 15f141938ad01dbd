import fc from "fast-check";

/** Property tests try the same cases on every run, so that `npm test` says the same of the same sources. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
