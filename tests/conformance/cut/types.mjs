import ts from 'typescript';

/** Turns the types of a package into JSON schemas, in which an object has no other members than its type. */
export class Types {
  /** @param {string[]} files with the types @param {{ naming?: (type: string, member: string) => string | null }} options `naming`: a member on the wire; null: it is not sent */
  constructor(files, { naming = (_type, member) => member } = {}) {
    const program = ts.createProgram(files, {
      strict: true,
      skipLibCheck: true,
      module: ts.ModuleKind.NodeNext,
    });
    this.checker = program.getTypeChecker();
    this.naming = naming;
    this.named = new Map();
    for (const file of files) {
      const module = this.checker.getSymbolAtLocation(program.getSourceFile(file));
      for (const symbol of this.checker.getExportsOfModule(module)) this.#take(symbol);
    }
    this.schemas = {};
  }

  #take(given) {
    const symbol = given.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(given) : given;
    this.named.set(given.name, symbol);
    if (symbol.flags & ts.SymbolFlags.Namespace)
      for (const inner of this.checker.getExportsOfModule(symbol)) this.#take(inner);
  }

  /** The schema of an exported type. */
  of(name) {
    const symbol = this.named.get(name);
    if (symbol === undefined) throw new Error(`No type is called ${name}.`);
    return this.schemaOf(this.checker.getDeclaredTypeOfSymbol(symbol));
  }

  schemaOf(type) {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return this.union(type.types);
    if (this.checker.isArrayType(type))
      return { type: 'array', items: this.schemaOf(this.checker.getTypeArguments(type)[0]) };
    if (type.symbol?.name === 'Date') return { type: 'string', format: 'date-time' };
    return this.object(type);
  }

  union(types) {
    const told = types.filter((one) => !(one.flags & ts.TypeFlags.Undefined));
    const values = told.filter((one) => one.isStringLiteral());
    const others = told.filter((one) => !one.isStringLiteral() && !(one.flags & ts.TypeFlags.BooleanLiteral));
    const options = others.map((one) => this.schemaOf(one));
    if (values.length > 0) options.push({ type: 'string', enum: values.map(({ value }) => value) });
    if (told.some((one) => one.flags & ts.TypeFlags.BooleanLiteral)) options.push({ type: 'boolean' });
    return options.length === 1 ? options[0] : { anyOf: options };
  }

  object(type) {
    const members = this.checker.getPropertiesOfType(type);
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (members.length === 0)
      return { type: 'object', ...(index && { additionalProperties: this.schemaOf(index.type) }) };
    const name = type.aliasSymbol?.name ?? type.symbol.name;
    if (name === '__type') return this.members(name, members, index);
    if (!(name in this.schemas)) {
      this.schemas[name] = {};
      this.schemas[name] = this.members(name, members, index);
    }
    return { $ref: `#/schemas/${name}` };
  }

  members(type, members, index) {
    const properties = {};
    const required = [];
    for (const member of members) {
      const name = this.naming(type, member.name);
      if (name === null) continue;
      properties[name] = this.schemaOf(this.checker.getNonNullableType(this.checker.getTypeOfSymbol(member)));
      if (this.isNullable(member)) properties[name] = { anyOf: [properties[name], { type: 'null' }] };
      if (!(member.flags & ts.SymbolFlags.Optional)) required.push(name);
    }
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: index ? this.schemaOf(index.type) : false,
    };
  }

  isNullable(member) {
    const type = this.checker.getTypeOfSymbol(member);
    return type.isUnion() && type.types.some((one) => one.flags & ts.TypeFlags.Null);
  }
}
