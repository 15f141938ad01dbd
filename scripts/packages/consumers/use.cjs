const { cart } = require("cambium");

const table = { x: [1, 2, 3, 4], y: [10, 10, 20, 20] };
cart({ minRowsLeaf: 1 })
  .fit(table, { target: "y" })
  .then((model) => {
    const values = Array.from(model.predict(table));
    if (values.join() !== table.y.join()) throw new Error(`cart predicted ${values} for ${table.y}`);
  });
