import { addressToHex, fromEvmAddress } from '@coin/rpc/address';
import { formatPaymentLink, parsePaymentLink, type PaymentLink } from '@coin/rpc/payment-link';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => fromEvmAddress(`0x${Buffer.from(bytes).toString('hex')}`));
const payments = fc.record(
  {
    to: address,
    amount: fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
    token: address,
    memo: fc.string({ unit: 'grapheme', minLength: 1 }),
  },
  { requiredKeys: ['to'] },
);

test('a payment that is written and read again is the same', () =>
  fc.assert(
    fc.property(payments, (payment) => {
      const link = formatPaymentLink(payment);
      expect(parsePaymentLink(link)).toEqual(payment);
      expect(formatPaymentLink(parsePaymentLink(link))).toBe(link);
    }),
  ));

test.each<[string, PaymentLink]>([
  [`tron:${TO}`, { to: TO }],
  [`TRON:${TO}?`, { to: TO }],
  [`tron:${TO}?amount=100.00`, { to: TO, amount: '100.00' }],
  [`tron:${TO}?memo=order%207&amount=5`, { to: TO, amount: '5', memo: 'order 7' }],
  [`tron:${TO}?token=${addressToHex(TO)}`, { to: TO, token: TO }],
])('reads %s', (link, payment) => {
  expect(parsePaymentLink(link)).toEqual(payment);
});

test.each([
  ['another scheme', `ethereum:${TO}`],
  ['no scheme', TO],
  ['an address with a path', `tron://${TO}`],
  ['an amount twice', `tron:${TO}?amount=1&amount=1`],
  ['a name that another wallet may know', `tron:${TO}?amount=1&value=2`],
  ['a name in other letters', `tron:${TO}?Amount=1`],
  ['a parameter without a value', `tron:${TO}?amount`],
  ['an empty amount', `tron:${TO}?amount=`],
  ['an exponent', `tron:${TO}?amount=1e3`],
  ['a sign', `tron:${TO}?amount=%2B1`],
  ['a comma', `tron:${TO}?amount=1,5`],
  ['digits after a blank', `tron:${TO}?amount=%201`],
  ['a broken percent sign', `tron:${TO}?memo=%E4`],
  ['a fragment', `tron:${TO}?amount=1#2`],
])('refuses %s', (_, link) => {
  expect(() => parsePaymentLink(link)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test('refuses a mistyped address, an amount that is no text of digits, and a misspelt name', () => {
  expect(() => parsePaymentLink(`tron:${TO.slice(0, -1)}9`)).toThrow('wrong checksum');
  expect(() => formatPaymentLink({ to: TO, amount: '1 000' })).toThrow('decimal digits');
  expect(() => formatPaymentLink({ to: TO, ammount: '1' } as never)).toThrow('ammount');
});
