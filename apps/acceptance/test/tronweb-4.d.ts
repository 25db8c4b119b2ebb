declare module 'tronweb-4' {
  type Built = Record<string, unknown>;
  interface Sent {
    result?: boolean;
    txid?: string;
    code?: string;
    message?: string;
  }
  interface Method {
    call(): Promise<unknown>;
    send(options: { feeLimit: number }): Promise<string>;
  }
  interface Deployed {
    readonly address: string;
    readonly [method: string]: ((...args: unknown[]) => Method) | string;
  }
  class TronWeb {
    constructor(options: { fullHost: string; privateKey: string });
    static readonly version: string;
    readonly defaultAddress: { base58: string; hex: string };
    readonly trx: {
      getBalance(address: string): Promise<number>;
      sendTransaction(to: string, amount: number): Promise<Sent>;
      getUnconfirmedTransactionInfo(
        id: string,
      ): Promise<{ id: string; receipt: Record<string, number | string>; fee?: number }>;
      sign(transaction: Built): Promise<Built>;
      sendRawTransaction(transaction: Built): Promise<Sent>;
    };
    readonly transactionBuilder: {
      triggerConstantContract(
        contract: string,
        selector: string,
        options: Record<string, unknown>,
        parameters: { type: string; value: unknown }[],
        owner: string,
      ): Promise<{ result: { result: boolean }; energy_used: number }>;
      sendTrx(to: string, amount: number, from: string): Promise<Built>;
      freezeBalance(amount: number, days: number, resource: string, owner: string): Promise<Built>;
    };
    contract(): { readonly new: (options: Record<string, unknown>) => Promise<Deployed> };
  }
  export default TronWeb;
}
