// Keys
export { createKeySigner, type KeySigner } from './key-signer.ts';
export { createWalletSigner, type Wallet, type WalletSigner, type WalletTransaction } from './wallet-signer.ts';

// Signatures made elsewhere
export { extendExpiration } from './extend-expiration.ts';
export { signingPayload, type SigningPayload } from './signing-payload.ts';
export { addSignature, combineSignatures, signersOf, type AddSignatureArgs } from './collect-signatures.ts';
export { signatureWeight, type KeyWeight, type SignatureWeight } from './signature-weight.ts';
