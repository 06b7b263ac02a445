import assert from 'node:assert/strict';
import {
  type DefinitionNode,
  type InputValueDefinitionNode,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  print,
  visit,
} from 'graphql';
import { test } from 'vitest';
import { NAMED_STATISTICS } from '../../src/domain/statistics.ts';
import { schema, sdl } from '../../src/graphql/schema.ts';

/** The core of the contract. Its names are fixed: the schema can add to it but not change it. */
const CORE = `
type Query {
  viewer: Viewer
  website(id: ID, domain: String): Website
  websites(search: String, searchBy: WebsiteSearchField = DOMAIN, sortBy: WebsiteSortField = ID,
           sort: SortDirection = DESC, perPage: Int = 10, page: Int = 1): WebsitePage!
  shared(domain: String!): SharedWebsite
}
type Mutation {
  createWebsite(input: CreateWebsiteInput!): Website!
  updateWebsite(id: ID!, input: UpdateWebsiteInput!): Website!
  deleteWebsite(id: ID!): ID!
}
type Website {
  id: ID!  domain: String!  privacy: Privacy!  hasPassword: Boolean!  emailReports: Boolean!  excludeBots: Boolean!
  excludeParams: [String!]!  excludeIps: [String!]!  honorGpc: Boolean!  timezone: String!  createdAt: DateTime!  updatedAt: DateTime!
  stats(name: StatName!, from: Date!, to: Date!, search: String, searchBy: StatSearchField = VALUE,
        sortBy: StatSortField = COUNT, sort: SortDirection = DESC, perPage: Int = 10, page: Int = 1): StatPage!
}
type StatPage { rows: [StatRow!]!  total: Count!  sum: Count!  page: Int!  perPage: Int!  lastPage: Int! }
type StatRow { value: String!  label: String!  count: Count!  share: Float! }
type WebsitePage { rows: [Website!]!  total: Count!  page: Int!  perPage: Int!  lastPage: Int! }
input CreateWebsiteInput { domain: String!  privacy: Privacy  password: String  emailReports: Boolean  excludeBots: Boolean
  excludeParams: [String!]  excludeIps: [String!]  honorGpc: Boolean  timezone: String }
input UpdateWebsiteInput { privacy: Privacy  password: String  emailReports: Boolean  excludeBots: Boolean
  excludeParams: [String!]  excludeIps: [String!]  honorGpc: Boolean  timezone: String }
enum StatName { BROWSER CAMPAIGN CITY CONTINENT COUNTRY DEVICE EVENT LANDING_PAGE LANGUAGE OS PAGE PAGEVIEWS PAGEVIEWS_HOURS REFERRER RESOLUTION VISITORS VISITORS_HOURS }
enum Privacy { PUBLIC PRIVATE PASSWORD }
enum SortDirection { ASC DESC }
enum StatSearchField { VALUE }
enum StatSortField { COUNT VALUE }
enum WebsiteSearchField { DOMAIN }
enum WebsiteSortField { ID DOMAIN }
scalar Date
scalar DateTime
scalar Count
`;

/** Returns every field and value of the definitions as `Type.field(arguments): Type`, without descriptions. */
function membersOf(source: string): Map<string, string[]> {
  const document = visit(parse(source), {
    enter: node => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return new Map(document.definitions.map(definition => [nameOf(definition), membersOfDefinition(definition)]));
}

function nameOf(definition: DefinitionNode): string {
  return 'name' in definition && definition.name ? `${definition.kind} ${definition.name.value}` : definition.kind;
}

function membersOfDefinition(definition: DefinitionNode): string[] {
  if (definition.kind === 'EnumTypeDefinition') return (definition.values ?? []).map(print);
  return 'fields' in definition
    ? (definition.fields ?? []).map((field: InputValueDefinitionNode | Parameters<typeof print>[0]) => print(field))
    : [];
}

test('the schema contains the core of the contract, word for word', () => {
  const ours = membersOf(sdl());
  for (const [name, members] of membersOf(CORE)) {
    const found = ours.get(name);
    assert.ok(found, `${name} is missing`);
    for (const member of members)
      assert.ok(
        found.some(ours => ours === member || hasGrown(member, ours)),
        `${name}: ${member} is missing among ${found.join(' | ')}`,
      );
  }
});

/**
 * The schema can grow but not change: further arguments can follow those of the core, but none can be required.
 */
function hasGrown(core: string, ours: string): boolean {
  const end = core.lastIndexOf(')');
  const added = ours.slice(end, ours.lastIndexOf(')'));
  return (
    end > 0 && ours.startsWith(`${core.slice(0, end)}, `) && ours.endsWith(core.slice(end)) && !added.includes('!')
  );
}

test('the enums of the core have exactly these values; only statistics can be added', () => {
  const ours = membersOf(sdl());
  for (const [name, members] of membersOf(CORE)) {
    if (!name.startsWith('EnumTypeDefinition')) continue;
    const found = ours.get(name) ?? [];
    assert.deepEqual(
      name.endsWith(' StatName') ? found.filter(value => members.includes(value)) : found,
      members,
      name,
    );
  }
});

test('a shared website has an id and statistics, but neither settings nor an account', () => {
  const shared = schema.getType('SharedWebsite');
  const website = schema.getType('Website');
  assert.ok(isObjectType(shared) && isObjectType(website));
  const [statistics, ...more] = shared.getInterfaces();
  assert.deepEqual(more, []);
  assert.deepEqual(website.getInterfaces(), [statistics]);
  assert.deepEqual(Object.keys(shared.getFields()), Object.keys(statistics?.getFields() ?? {}));
  const settings = ['privacy', 'hasPassword', 'emailReports', 'excludeBots', 'excludeParams', 'excludeIps', 'honorGpc'];
  assert.deepEqual(
    Object.keys(shared.getFields()).filter(name => settings.includes(name)),
    [],
  );
});

test('each statistic of the registry is a value of StatName with the description of its entry', () => {
  const names = schema.getType('StatName');
  assert.ok(isEnumType(names));
  for (const { name, description } of NAMED_STATISTICS) {
    const value = names.getValue(name.toUpperCase());
    assert.ok(value?.description?.startsWith(description), name);
  }
  assert.equal(names.getValues().length, NAMED_STATISTICS.length);
});

test('every type, field, argument and value has a description', () => {
  const bare: string[] = [];
  const look = (name: string, { description }: { description?: string | null | undefined }) => {
    if (!description?.trim()) bare.push(name);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    look(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field);
      for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  assert.deepEqual(bare, []);
});

test('enum values are written in capitals', () => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || isIntrospectionType(type)) continue;
    for (const { name } of type.getValues()) assert.match(name, /^[A-Z][A-Z0-9_]*$/, `${type.name}.${name}`);
  }
});
