import { expect, test } from 'vitest';
import { importNamedTypes } from '../api/import-named-types.ts';

const MAIN = `import { Coin } from '@coin/units';

export interface Client {
    readonly owner: Owner;
}

export type Owner = string;`;

test('imports a type that another entry exports, and drops names that only that type uses', () => {
  const code = `import { Coin } from '@coin/units';

interface Client {
    readonly owner: Owner;
}

type Owner = string;

export function read(client: Client): void;`;
  const { sections, unnamed } = importNamedTypes([
    { entry: 'a', code: MAIN },
    { entry: 'a/b', code },
  ]);
  expect(unnamed).toEqual([]);
  expect(sections[1]?.code).toBe(`import { Client } from 'a';

export function read(client: Client): void;`);
});

test('repeats a type that differs from the exported one of its name, and reports it', () => {
  const code = `interface Client {
    readonly owner: string;
}

export function read(client: Client): void;`;
  const { sections, unnamed } = importNamedTypes([
    { entry: 'a', code: MAIN },
    { entry: 'a/b', code },
  ]);
  expect(unnamed).toEqual([{ entry: 'a/b', name: 'Client' }]);
  expect(sections[1]?.code).toBe(code);
});

test('reports types that an interface reaches, but not the steps of an alias with parameters', () => {
  const code = `type First<A> = Step<A>;

type Step<A> = A extends readonly [infer B] ? Inner<B> : never;

type Inner<B> = B;

interface Hidden {
    readonly a: 1;
}

export interface Shown<A> {
    readonly first: First<A>;
    readonly hidden: Hidden;
}`;
  const { sections, unnamed } = importNamedTypes([{ entry: 'a', code }]);
  expect(unnamed.map(({ name }) => name)).toEqual(['First', 'Hidden']);
  expect(sections[0]?.code).toBe(code);
});

test('reports the types of a value behind `typeof`, but not the value, which nobody has to name', () => {
  const code = `declare const functions: {
    read: (options: Hidden) => void;
};

interface Hidden {
    readonly a: 1;
}

export type Names = keyof typeof functions;`;
  const { sections, unnamed } = importNamedTypes([{ entry: 'a', code }]);
  expect(unnamed.map(({ name }) => name)).toEqual(['Hidden']);
  expect(sections[0]?.code).toBe(code);
});
