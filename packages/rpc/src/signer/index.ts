// Keys
export { createKeySigner, type KeySigner } from './key-signer.ts';
export { createDigestSigner, type DigestSigner, type DigestSignerOptions } from './digest-signer.ts';

// Wallets
export { createWalletSigner, type WalletSigner } from './wallet-signer.ts';
export {
  watchWallet,
  type Wallet,
  type WalletChange,
  type WalletProvider,
  type WalletTransaction,
  type WalletTronWeb,
} from './wallet-provider.ts';

// Signatures made elsewhere
export { extendExpiration } from './extend-expiration.ts';
export { signingPayload, type SigningPayload } from './signing-payload.ts';
export { addSignature, combineSignatures, signersOf, type AddSignatureArgs } from './collect-signatures.ts';
export { signatureWeight, type KeyWeight, type SignatureWeight } from './signature-weight.ts';
