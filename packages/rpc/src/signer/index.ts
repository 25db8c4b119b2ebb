// Keys
export { signerFromPrivateKey, type KeySigner } from './key-signer.ts';

// Signatures made elsewhere
export { signingPayload, type SigningPayload } from './signing-payload.ts';
export { addSignature, combineSignatures, signersOf, type AddSignatureArgs } from './collect-signatures.ts';
