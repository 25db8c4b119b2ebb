import { isRpcError, type AbiEntry, type AbiParameter } from '@coin/rpc';
import { encodeCall, parseAbi } from '@coin/rpc/abi';
import * as fc from 'fast-check';
import { erc20Abi, parseAbi as parseAbiOfViem } from 'viem';
import { describe, expect, test } from 'vitest';
import { parameters } from '../support/abi-values.ts';

const SIGNATURES = [
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function f()',
  'function g(uint a, int b) external pure returns (uint, int)',
  'function pay(address to) public payable',
  'function nested(((uint256 a, (bytes4, bool[2][]) b)[] list, string text) calldata order) returns ((address to, bytes data)[2][])',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Logged(string indexed text, (uint8 a, uint8 b) pair)',
  'error Short(uint256 by, address who)',
  'constructor(string name, uint8 decimals)',
] as const;

/** An ABI without what differs in writing alone: keys that are absent in one of them and empty in the other. */
const plain = (abi: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(abi), (key, value: unknown) =>
    (key === 'indexed' && value === false) || (key === 'name' && value === '') ? undefined : value,
  );

function writeParameter({ type, name = '', indexed = false, components }: AbiParameter): string {
  const full = components === undefined ? type : `(${components.map(writeParameter).join(', ')})${type.slice(5)}`;
  return [full, indexed ? 'indexed' : '', name].filter(Boolean).join(' ');
}

/** A drawn parameter with names that Solidity accepts. */
const named = ({ name, components, ...rest }: AbiParameter): AbiParameter => ({
  ...rest,
  ...(name && { name: `_${name}` }),
  ...(components && { components: components.map(named) }),
});

/** An entry as a signature. */
function writeEntry({ type, name = '', inputs = [], outputs = [], stateMutability = '' }: AbiEntry): string {
  const list = (items: readonly AbiParameter[]) => `(${items.map(writeParameter).join(', ')})`;
  const returned = outputs.length > 0 ? `returns ${list(outputs)}` : '';
  return [`${type} ${name}${list(inputs)}`, stateMutability.replace('nonpayable', ''), returned]
    .filter(Boolean)
    .join(' ');
}

/** Whether a signature is accepted; throws if it fails otherwise than by rejecting it. */
function parses(signature: string): boolean {
  try {
    parseAbi([signature]);
    return true;
  } catch (error) {
    if (isRpcError(error, 'ARGUMENT_INVALID')) return false;
    throw error;
  }
}

describe('parseAbi', () => {
  test('reads signatures as viem does', () => {
    expect(plain(parseAbi(SIGNATURES))).toEqual(plain(parseAbiOfViem(SIGNATURES)));
  });

  test('reads drawn functions as they were before they were written', () => {
    fc.assert(
      fc.property(parameters, parameters, fc.constantFrom('view', 'pure', 'payable', 'nonpayable'), (...drawn) => {
        const [inputs, outputs, stateMutability] = drawn;
        const entry = {
          type: 'function',
          name: 'f',
          inputs: inputs.map(named),
          outputs: outputs.map(named),
          stateMutability,
        };
        expect(plain(parseAbi([writeEntry(entry)]))).toEqual(plain([entry]));
      }),
    );
  });

  test('reads an anonymous event, and spaces and a semicolon as Solidity does', () => {
    const [event] = parseAbi(['  event E ( uint indexed a , bool )\n anonymous ; ']);
    const inputs = [{ type: 'uint256', name: 'a', indexed: true }, { type: 'bool' }];
    expect(event).toEqual({ type: 'event', name: 'E', inputs, anonymous: true });
  });

  test('reads payable addresses, as Solidity does', () => {
    const [pay, event] = parseAbi([
      'function pay(address payable[] list, address payable to, (address  payable) one) returns (address payable)',
      'event Paid(address payable indexed to)',
    ]);
    expect(pay).toEqual({
      type: 'function',
      name: 'pay',
      inputs: [
        { type: 'address[]', name: 'list' },
        { type: 'address', name: 'to' },
        { type: 'tuple', components: [{ type: 'address' }], name: 'one' },
      ],
      outputs: [{ type: 'address' }],
      stateMutability: 'nonpayable',
    });
    expect(event.inputs).toEqual([{ type: 'address', name: 'to', indexed: true }]);
  });

  test('accepts the types of the ABI, and no others', () => {
    const bits = Array.from({ length: 32 }, (_, i) => (i + 1) * 8);
    const elementary = new Set(['address', 'bool', 'string', 'function', 'trcToken', 'bytes', 'int', 'uint']);
    for (const size of bits)
      elementary
        .add(`int${size}`)
        .add(`uint${size}`)
        .add(`bytes${size / 8}`);
    const base = fc.oneof(
      fc.constantFrom(...elementary, 'tuple', 'fixed', 'byte', 'uint08', 'bytes032', 'Order'),
      fc
        .tuple(fc.constantFrom('uint', 'int', 'bytes', 'address', 'bool', 'string', 'trcToken'), fc.nat({ max: 300 }))
        .map((drawn) => drawn.join('')),
    );
    const lengths = fc.array(fc.constantFrom('', '1', '2', '10', '0', '00', '01', '-1', '1.5', 'x', ' '), {
      maxLength: 2,
    });
    fc.assert(
      fc.property(base, lengths, (name, list) => {
        const suffix = list.map((length) => `[${length}]`).join('');
        const areLengths = list.every((length) => /^(?:[1-9]\d*)?$/.test(length));
        const isType = elementary.has(name) && areLengths;
        expect(parses(`function f(${name}${suffix} x) returns (${name}${suffix})`)).toBe(isType);
        expect(parses(`event E((bool, ${name}${suffix}) x)`)).toBe(isType);
        expect(parses(`error E((bool)${suffix} x)`)).toBe(areLengths);
      }),
      { numRuns: 200 },
    );
  });

  test('reads signatures of any length in linear time', () => {
    // Real time: in quadratic time, one of these texts takes longer than the test may.
    const blanks = ' '.repeat(50_000);
    const words = 'function f ( tuple ( address payable[] a , bool )[2] b ) external view returns ( bool ) ;'.split(
      ' ',
    );
    for (const [i] of [...words, ''].entries()) {
      const whole = [...words.slice(0, i), blanks, ...words.slice(i)].join(' ');
      for (const text of [whole, whole.slice(0, -1), whole.replaceAll('(', ''), `${whole}x`])
        expect(parses(text)).toBeTypeOf('boolean');
    }
    for (const part of ['(', ')', '[', '[]', 'a,', 'x', ' view', 'returns(', '_']) {
      const long = part.repeat(50_000 / part.length);
      for (const text of [`function f(${long})`, `function f() ${long}`, `function ${long}`, long])
        expect(parses(text)).toBeTypeOf('boolean');
    }
  });

  test('reads 127 brackets within each other, and rejects more', () => {
    const nested = (levels: number) => `function f(${'('.repeat(levels)}bool${')'.repeat(levels)})`;
    expect(parseAbi([nested(127)])[0]?.type).toBe('function');
    for (const levels of [128, 100_000]) expect(() => parseAbi([nested(levels)])).toThrow('at most 128 brackets');
  });

  test('reads tokens, and returns an ABI for encodeCall', () => {
    const abi = parseAbi(['function send(trcToken id, uint256 amount)']);
    expect(encodeCall({ abi, functionName: 'send', args: [1_000_001n, 5n] }).functionSelector).toBe(
      'send(trcToken,uint256)',
    );
  });

  test('reads the ERC-20 interface as viem publishes it', () => {
    expect(plain(parseAbi(erc20Abi.map(writeEntry)))).toEqual(plain(erc20Abi));
  });

  test.each([
    ['function f() view pure', 'a function with view, pure or payable'],
    ['function f() viewpure', 'a function with view, pure or payable'],
    ['function f() viewreturns (bool)', 'a function with view, pure or payable'],
    ['function f(uint256 payable a)', 'unlike "uint256 payable a"'],
    ['function f(address payableTo to)', 'unlike "address payableTo to"'],
    ['balanceOf(address)', 'a signature that begins with function, event, error or constructor, and a name'],
    ['function 1f()', 'a signature that begins with'],
    ['function f(uint256', 'a signature whose brackets are closed'],
    ['function f(Order order)', '"Order" is none'],
    ['function f(uint256 a b)', 'unlike "uint256 a b"'],
    ['function f(uint256 indexed a)', 'unlike "uint256 indexed a"'],
    ['function f() returns', 'a function with view, pure or payable and returns (…) behind it'],
    ['function f() views', 'a function with view, pure or payable'],
    ['function f() returns (bool) view', 'a function that ends after its return values'],
    ['event E() named', 'an event that ends after its parameters or with anonymous'],
    ['error E() returns (bool)', 'an error that ends behind its parameters'],
    ['constructor() view', 'a constructor that ends after its parameters or with payable'],
    ['constructor c()', 'a signature that begins with'],
  ])('rejects %s', (signature, expected) => {
    const parse = () => parseAbi(['function f()', signature]);
    expect(parse).toThrow(expected);
    try {
      parse();
    } catch (error) {
      expect(isRpcError(error, 'ARGUMENT_INVALID') && error.context.argument).toBe('signatures[1]');
    }
  });

  test('shows at most 200 characters of a type or a parameter that it rejects, and the whole sentence', () => {
    const long = 'x'.repeat(1000);
    const cut = `${'x'.repeat(199)}…"`;
    for (const [parameter, expected] of [
      [long, `lists and tuples in brackets, and "${cut} is none`],
      [`tuple(bool)${long}`, `lists and tuples in brackets, and "tuple${'x'.repeat(194)}…" is none`],
      [`uint256 a ${long}`, `a type and a name, unlike "uint256 a ${'x'.repeat(189)}…"`],
    ] as const)
      expect(() => parseAbi([`function f(${parameter})`])).toThrow(expected);
  });

  test('rejects anything that is not a list of strings', () => {
    expect(() => parseAbi('function f()' as never)).toThrow('signatures');
    expect(() => parseAbi([5] as never)).toThrow('signatures[0]');
  });
});
