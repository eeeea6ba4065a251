/** On this machine, so that the connection cannot be intercepted. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]{1,11}$/.test(hostname);
}
