/**
 * Words by which clients of registries and the system say that the network, a server, credentials or the machine are in the way. They
 * stand beside a "no such version" as often as not: whoever could not ask finds no version.
 */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPIPE|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/,
  /Temporary failure in name resolution|Name or service not known|failed to lookup address|error resolving DNS|getaddrinfo/i,
  /connection (?:refused|reset|aborted|broken|closed|timed out)|failed to establish a new connection|max retries exceeded|connect error|network is unreachable|no route to host/i,
  /\btimed out\b|\btime-?out (?:error|exceeded|of|while|after)|(?:Connect|Read)Timeout|socket hang up|network (?:request|connectivity|connection|socket)|error sending request/i,
  /certificate|\bSSL|\bTLS\b|tunneling socket|proxy (?:error|authentication)|Proxy(?:Error|Connect)/i,
  /\b(?:HTTP(?: status)?|status(?: code)?|response code|error|code|server error)\b[^\n\d]{0,12}\b(?:5\d\d|429|401|403|407)\b|\bE(?:5\d\d|429|401|403|407)\b|\bERR_PNPM_FETCH_(?:5\d\d|429|401|403|407)\b/i,
  /\b(?:5\d\d|429|401|403|407)\b[ -]*(?:Internal Server|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Too Many Requests|Unauthorized|Forbidden|Proxy Auth)/i,
  /\b(?:ENEEDAUTH|ENOSPC|EACCES|EPERM|EROFS|EMFILE|ENOMEM|EDQUOT)\b|no space left|permission denied|read-only file system|out of memory|cannot allocate memory/i,
]

/** True when an output names the network, a server that does not serve, refused credentials or a full or closed disk. */
export const namesTheNetwork = (output: string): boolean => PATTERNS.some((pattern) => pattern.test(output))
