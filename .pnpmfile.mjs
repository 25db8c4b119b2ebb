// What is published has only what its users need. They see no source, so the condition that leads to it goes too.
const without = (fields, object) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));

const beforePacking = (manifest) => ({
  ...without(['devDependencies', 'scripts'], manifest),
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, target]) => [
      entry,
      typeof target === 'string' ? target : without(['@coin/source'], target),
    ]),
  ),
});

export const hooks = { beforePacking };
