/** Admits at most `limit` requests in each window of `windowMs` milliseconds. */
export class Limiter {
  private windowStart = 0
  private admitted = 0

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  admit(now: number): boolean {
    if (now - this.windowStart >= this.windowMs) {
      this.windowStart = now
      this.admitted = 0
    }
    if (this.admitted > this.limit) return false
    this.admitted += 1
    return true
  }
}
