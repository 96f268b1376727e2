/** The tables that `schema.prisma` describes: enough of its grammar to compare with a database. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface ColumnShape {
  readonly type: string;
  readonly nullable: boolean;
}

export interface TableShape {
  readonly columns: Readonly<Record<string, ColumnShape>>;
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
}

export type Tables = Readonly<Record<string, TableShape>>;

const SCHEMA = path.resolve(import.meta.dirname, '../../prisma/schema.prisma');

const TYPES: Readonly<Record<string, string>> = {
  BigInt: 'int8',
  Boolean: 'bool',
  Bytes: 'bytea',
  DateTime: 'timestamp',
  Decimal: 'numeric',
  Float: 'float8',
  Int: 'int4',
  Json: 'jsonb',
  String: 'text',
};

const NATIVE: Readonly<Record<string, string>> = {
  Date: 'date',
  Json: 'json',
  SmallInt: 'int2',
  Text: 'text',
  Timestamptz: 'timestamptz',
  Uuid: 'uuid',
};

interface Field {
  readonly name: string;
  readonly column: string;
  readonly shape: ColumnShape;
  readonly isId: boolean;
  readonly isUnique: boolean;
}

const FIELD = /^(\w+)\s+(\w+)(\?|\[\])?\s*(.*)$/;

const typeOf = (type: string, suffix: string | undefined, attributes: string): string => {
  const native = /@db\.(\w+)/.exec(attributes)?.[1];
  const base = native === undefined ? TYPES[type] : NATIVE[native];
  if (base === undefined) throw new Error(`Unknown column type: ${type} ${attributes}`);
  return suffix === '[]' ? `_${base}` : base;
};

const readField = (line: string, models: ReadonlySet<string>): Field | undefined => {
  const [, name, type, suffix, attributes = ''] = FIELD.exec(line) ?? [];
  if (name === undefined || type === undefined || models.has(type)) return undefined;
  return {
    name,
    column: /(?<!@)@map\("(.+?)"\)/.exec(attributes)?.[1] ?? name,
    shape: { type: typeOf(type, suffix, attributes), nullable: suffix === '?' },
    isId: /(^|\s)@id\b/.test(attributes),
    isUnique: /(^|\s)@unique\b/.test(attributes),
  };
};

const namesIn = (lines: readonly string[], attribute: string): string[][] =>
  lines
    .filter((line) => line.startsWith(`${attribute}(`))
    .map((line) => (/\[(.+?)\]/.exec(line)?.[1] ?? '').split(',').map((name) => name.trim()));

const readModel = (name: string, body: string, models: ReadonlySet<string>) => {
  const lines = body.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const fields = lines
    .filter((line) => line !== '' && !line.startsWith('@@'))
    .map((line) => readField(line, models))
    .filter((field) => field !== undefined);
  const columnOf = new Map(fields.map((field) => [field.name, field.column]));
  const columns = (names: readonly string[]): string[] =>
    names.map((field) => columnOf.get(field) ?? field);
  const table: TableShape = {
    columns: Object.fromEntries(fields.map(({ column, shape }) => [column, shape])),
    primaryKey: columns(
      namesIn(lines, '@@id')[0] ?? fields.filter((f) => f.isId).map((f) => f.name),
    ),
    uniques: [
      ...namesIn(lines, '@@unique').map(columns),
      ...fields.filter((field) => field.isUnique).map((field) => [field.column]),
    ],
  };
  return [/@@map\("(.+?)"\)/.exec(body)?.[1] ?? name, table] as const;
};

export const readPrismaSchema = (file: string = SCHEMA): Tables => {
  const models = [...readFileSync(file, 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name = '']) => name));
  return Object.fromEntries(models.map(([, name = '', body = '']) => readModel(name, body, names)));
};
