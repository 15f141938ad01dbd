const { warn } = console;

/** Tests fit odd data by the thousand: what Cambium warns of by default is not printed. A test of it spies on the console itself. */
console.warn = (...values: unknown[]) => {
  if (!String(values[0]).startsWith("cambium: warning: ")) warn(...values);
};
