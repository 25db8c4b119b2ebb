import {
  type ArgumentContext,
  CodedError,
  type ErrorTable,
  isCodedError,
  quoteContext,
  quoteSentence,
} from '@coin/errors';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

interface Contexts {
  readonly ARGUMENT_INVALID: ArgumentContext;
  readonly VAULT_LOCKED: { readonly vault: string; readonly keys: bigint };
  readonly VAULT_BROKEN: { readonly reason: string; readonly data: string };
}

const table: ErrorTable<Contexts> = {
  package: 'vault',
  messages: {
    VAULT_LOCKED: 'Vault {vault} needs {keys} keys.',
    VAULT_BROKEN: ({ reason }) => `The vault broke: ${reason}`,
  },
};

class VaultError<C extends keyof Contexts = keyof Contexts> extends CodedError<Contexts, C> {
  override readonly name = 'VaultError';
  constructor(code: C, context: Contexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, context, options);
  }
}

const argumentMessage = (argument: string, expected: string) =>
  new VaultError('ARGUMENT_INVALID', { argument, value: '7', expected }).shortMessage;

describe('CodedError', () => {
  test('fills a template with the values of its context, and links to the page of the code', () => {
    const error = new VaultError('VAULT_LOCKED', { vault: 'A', keys: 2n });
    expect(error.message).toBe(
      'Vault A needs 2 keys.\nDocs: https://coin-packages.github.io/coin/errors/vault.html#vault_locked',
    );
    expect(error.shortMessage).toBe('Vault A needs 2 keys.');
    expect(error).toMatchObject({ code: 'VAULT_LOCKED', context: { vault: 'A', keys: 2n }, name: 'VaultError' });
    expect(error).toBeInstanceOf(Error);
  });

  test('keeps its cause, and has none if none is given', () => {
    const cause = new Error('rust');
    expect(new VaultError('VAULT_BROKEN', { reason: 'rust', data: '' }, { cause }).cause).toBe(cause);
    expect('cause' in new VaultError('VAULT_BROKEN', { reason: 'rust', data: '' })).toBe(false);
  });

  test('says what an argument must be, and names the closest option for an unknown one', () => {
    expect(argumentMessage('keys', 'a bigint')).toBe('Invalid keys "7": it must be a bigint.');
    expect(argumentMessage('maximum', 'one of the options min, max')).toBe(
      'Unknown option "maximum". Did you mean max?',
    );
    expect(argumentMessage('options.maximum', 'one of the options min, max')).toBe(
      'Unknown option "options.maximum". Did you mean max?',
    );
    expect(argumentMessage('colour', 'one of the options min, max')).toBe(
      'Unknown option "colour". Use one of min, max.',
    );
  });

  test('cuts a long list of known names', () => {
    const names = Array.from({ length: 101 }, (_, index) => `n${index}`).join(', ');
    const message = argumentMessage('colour', `one of the options ${names}`);
    expect(message).toBe(`Unknown option "colour". Use one of ${names.slice(0, 199)}….`);
  });

  test('shows texts of its context without control characters and at most 1000 characters long', () => {
    const codePoint = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 2000 }), (reason) => {
        const error = new VaultError('VAULT_BROKEN', { reason, data: reason });
        expect(error.shortMessage).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(error.shortMessage.length).toBeLessThanOrEqual('The vault broke: '.length + 1000);
        expect(error.context).toEqual({ reason, data: reason });
      }),
    );
  });
});

test('quoteContext cuts texts, removes control characters, and keeps data whole', () => {
  expect(quoteContext({ reason: 'a\r\nb\u202ec', data: 'a\nb', count: 5 })).toEqual({
    reason: 'a  b\uFFFDc',
    data: 'a\nb',
    count: 5,
  });
  const kept = 'x'.repeat(200);
  for (const key of ['value', 'body']) {
    expect(quoteContext({ [key]: kept })).toEqual({ [key]: kept });
    expect(quoteContext({ [key]: `${kept}x` })).toEqual({ [key]: `${'x'.repeat(199)}…` });
  }
  const sentence = 'a word '.repeat(142);
  expect(quoteContext({ reason: `${sentence}ends.` })).toEqual({ reason: `${sentence}ends.` });
  expect(quoteContext({ reason: `${sentence}ends here.` })).toEqual({ reason: `${sentence}ends …` });
});

test('quoteSentence shows every word of a sentence, and the beginning of the data in it', () => {
  const hex = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: min, maxLength: max });
  const word = fc.oneof(fc.constantFrom('is', 'signed', 'by', 'not', 'contained', 'of', 'permission.'), hex(1, 80));
  fc.assert(
    fc.property(fc.array(fc.oneof(word, hex(81, 300)), { maxLength: 12 }), (words) => {
      const shown = words.map((text) => (text.length > 80 ? `${text.slice(0, 39)}…` : text));
      expect(quoteSentence(words.join(' '))).toBe(shown.join(' '));
    }),
  );
});

describe('isCodedError', () => {
  const locked = new VaultError('VAULT_LOCKED', { vault: 'A', keys: 2n });

  test.each([
    ['an error of the name', locked, undefined, true],
    ['an error of the name and the code', locked, 'VAULT_LOCKED', true],
    ['another code', locked, 'VAULT_BROKEN', false],
    ['an error of another copy of the package', { name: 'VaultError', code: 'VAULT_LOCKED' }, 'VAULT_LOCKED', true],
    ['another error', new Error('VaultError'), undefined, false],
    ['undefined', undefined, undefined, false],
    ['null', null, undefined, false],
    ['a string', 'VaultError', undefined, false],
  ] as const)('decides by name and code: %s', (_, error, code, expected) => {
    expect(isCodedError(error, 'VaultError', code)).toBe(expected);
  });
});
