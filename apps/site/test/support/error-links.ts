import { FeeError } from '@coin/fee';
import { MockNodeError } from '@coin/mock-node';
import { PaymentsError } from '@coin/payments';
import { RpcError } from '@coin/rpc';
import { TestingError } from '@coin/testing';
import { UnitsError } from '@coin/units';
import { type Page } from '../../src/pages/find-pages.ts';

const CLASSES: Readonly<Record<string, new (code: never, context: never) => Error>> = {
  fee: FeeError,
  'mock-node': MockNodeError,
  payments: PaymentsError,
  rpc: RpcError,
  testing: TestingError,
  units: UnitsError,
};

/** Where `.github/workflows/site.yml` publishes the site. */
export const PUBLISHED_AT = 'https://coin-packages.github.io/coin/';

/** A code, and the link in the message of an error with that code. */
export interface ErrorLink {
  readonly packageName: string;
  readonly code: string;
  readonly link: string | undefined;
}

const EXAMPLES: Readonly<Record<string, unknown>> = { bigint: 1n, number: 1 };

/** A context with a value for each member that the section lists. */
function contextIn(text: string): object {
  const [, members = ''] = /```ts\n([^]*?)```/.exec(text) ?? [];
  const entries = [...members.matchAll(/readonly (\w+)\??: (\w+)?/g)];
  return Object.fromEntries(entries.map(([, name = '', type = '']) => [name, EXAMPLES[type] ?? 'text']));
}

/** The link in the message of every code that has a section. */
export function errorLinks(pages: readonly Page[]): ErrorLink[] {
  return pages.flatMap(({ source, text }) => {
    const [, packageName = ''] = /^docs\/errors\/([\w-]+)\.md$/.exec(source) ?? [];
    const ErrorClass = CLASSES[packageName];
    if (ErrorClass === undefined) return [];
    return [...text.matchAll(/^## (\w+)\n([^]*?)(?=^## |$(?![^]))/gm)].map(([, code = '', section = '']) => {
      const { message } = new ErrorClass(code as never, contextIn(section) as never);
      return { packageName, code, link: /\nDocs: (.*)$/.exec(message)?.[1] };
    });
  });
}
