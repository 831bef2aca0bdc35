// A rule of redocly.yaml: named schemas and properties have a description. A property may take that of the schema that it, or
// each of its items, refers to.
function described({ except }) {
  return {
    NamedSchemas(schemas, { report, location }) {
      for (const [name, schema] of Object.entries(schemas)) {
        if (!schema.description)
          report({ message: `Schema ${name} has no description.`, location: location.child(name).key() });
      }
    },
    SchemaProperties(properties, { report, location, resolve }) {
      const has = (schema) => Boolean((schema?.$ref ? resolve(schema).node : schema)?.description);
      for (const [name, schema] of Object.entries(properties)) {
        if (except.includes(name) || has(schema) || has(schema.items) || schema.allOf?.some(has)) continue;
        report({ message: `Property ${name} has no description.`, location: location.child(name).key() });
      }
    },
  };
}

export default function contract() {
  return { id: "contract", rules: { oas3: { described } } };
}
