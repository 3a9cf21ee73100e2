/** What a server answered, or why there is no answer. */
export type HttpAnswer = { readonly status: number; readonly text: string } | { readonly failed: string }

const KEPT_CHARACTERS = 2000

/**
 * Sends JSON and waits for the answer at most so long; follows no redirection, since it would send something else elsewhere. Never throws;
 * nothing of the request is in the words of a failure.
 */
export const postJson = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  timeout_ms: number,
): Promise<HttpAnswer> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    })
    return { status: response.status, text: (await response.text()).slice(0, KEPT_CHARACTERS) }
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
    if (name === 'TimeoutError') return { failed: `no answer in ${Math.round(timeout_ms / 1000)} s` }
    // Other messages show the address or the header that is wrong, and a header holds a token.
    return { failed: cause?.code ?? 'the request is not valid' }
  }
}
