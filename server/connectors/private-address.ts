import ipaddr from 'ipaddr.js';

/**
 * Whether an address must not be called on a user's behalf: loopback, private, link-local (cloud
 * metadata lives there), carrier-grade NAT, multicast, reserved, and the IPv6 forms that carry
 * such an IPv4 address inside. Anything unreadable counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  // `process` unwraps ::ffff:127.0.0.1; translation and tunnel prefixes have ranges of their own.
  return ipaddr.process(address).range() !== 'unicast';
}
