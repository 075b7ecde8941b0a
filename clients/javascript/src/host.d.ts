// What the package needs of its host, so that its types need neither the library DOM nor those of Node.js.

/** A signal such as that of an `AbortController`. */
export interface Signal {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
}

/** A response such as that of `fetch`. */
export interface HostResponse {
    readonly ok: boolean;
    readonly status: number;
    readonly headers: { get(name: string): string | null };
    readonly body: unknown;
    arrayBuffer(): Promise<ArrayBuffer>;
    json(): Promise<any>;
    text(): Promise<string>;
}

/** A function such as `fetch`. */
export type Fetch = (url: any, options?: any) => Promise<HostResponse>;
