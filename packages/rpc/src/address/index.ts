export { addressFromWord, addressToHex, isAddress, toAddress } from './address.ts';
export { addressFromPublicKey } from './address-from-public-key.ts';
export { fromEvmAddress, toEvmAddress } from './evm-address.ts';
