import { type AbiParameter } from '@coin/rpc';
import { toAddress, toEvmAddress } from '@coin/rpc/address';
import * as fc from 'fast-check';
import { encodeAbiParameters, type AbiParameter as ViemParameter } from 'viem';

const bytes = (size: fc.SizeForArbitrary | number) =>
  fc
    .uint8Array(typeof size === 'number' ? { minLength: size, maxLength: size } : { size })
    .map((drawn) => `0x${Buffer.from(drawn).toString('hex')}`);

const integer = (bits: number, signed: boolean) => {
  const [min, max] = signed ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
  const drawn = fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max));
  return bits > 48 ? drawn : drawn.map(Number);
};

/** A value of a type, as this package has it. */
export function valueOf({ type, components = [] }: AbiParameter): fc.Arbitrary<unknown> {
  const [, element, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (element !== undefined)
    return fc.array(
      valueOf({ type: element, components }),
      length ? { minLength: Number(length), maxLength: Number(length) } : { maxLength: 3 },
    );
  if (type === 'tuple') {
    const items = fc.tuple(...components.map(valueOf));
    return components.every(({ name }) => name)
      ? items.map((values) => Object.fromEntries(values.map((value, i) => [components[i]?.name, value])))
      : items;
  }
  if (type === 'address') return bytes(20).map((hex) => toAddress(`41${hex.slice(2)}`));
  if (type === 'bool') return fc.boolean();
  if (type === 'string') return fc.string({ unit: 'grapheme' });
  if (type === 'bytes') return bytes('medium');
  const [, family, size] = /^([a-zA-Z]+)(\d*)$/.exec(type) ?? [];
  return family === 'bytes' ? bytes(Number(size)) : integer(Number(size || 256), family === 'int');
}

const elementary = fc.oneof(
  fc.constantFrom('address', 'bool', 'string', 'bytes', 'uint256', 'int256', 'trcToken'),
  fc.integer({ min: 1, max: 32 }).map((size) => `bytes${size}`),
  fc.tuple(fc.constantFrom('uint', 'int'), fc.integer({ min: 1, max: 32 })).map(([sign, size]) => `${sign}${size * 8}`),
);
const lengths = fc.constantFrom('', '', '', '[]', '[2]', '[][1]', '[3][]');
const NAMES = ['', '', 'to', 'amount', 'constructor', '__proto__'];

/** Parameters of every type, tuples within tuples and arrays of them included. */
export const { parameters } = fc.letrec<{ parameter: AbiParameter; parameters: AbiParameter[] }>((tie) => ({
  parameter: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(elementary, lengths).map((type) => ({ type: type.join('') })),
    fc
      .tuple(tie('parameters'), lengths, fc.boolean(), fc.constantFrom(...NAMES))
      .map(([components, suffix, areNamed, name]) => ({
        type: `tuple${suffix}`,
        components: [{ type: 'bool' }, ...components].map((component, i) => ({
          ...component,
          name: areNamed ? `${name}${i}` : i === 1 ? name : '',
        })),
      })),
  ),
  parameters: fc.array(tie('parameter'), { maxLength: 3 }),
}));

const viemParameter = ({ type, name, components }: AbiParameter): ViemParameter => ({
  ...(name !== undefined && { name }),
  type: type.replace('trcToken', 'uint256'),
  ...(components !== undefined && { components: components.map(viemParameter) }),
});

/** A value as viem has it. */
function viemValue({ type, components = [] }: AbiParameter, value: unknown): unknown {
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? [];
  if (element !== undefined) return (value as unknown[]).map((item) => viemValue({ type: element, components }, item));
  if (type === 'address') return toEvmAddress(value as string);
  if (type !== 'tuple') return value;
  if (Array.isArray(value)) return components.map((component, i) => viemValue(component, value[i]));
  const named = value as Record<string, unknown>;
  return Object.fromEntries(
    components.map((component) => [component.name, viemValue(component, named[component.name ?? ''])]),
  );
}

/** Hex of values, by viem. */
export const encodedByViem = (given: readonly AbiParameter[], values: readonly unknown[]): string =>
  encodeAbiParameters(
    given.map(viemParameter),
    given.map((parameter, i) => viemValue(parameter, values[i])),
  ).slice(2);
