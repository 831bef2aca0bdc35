/** Pages of the own account, which the account at the end of the bar marks. */
export function isOwnAccount(pathname: string): boolean {
  return ["/profile", "/hermes/profile", "/hermes/changepassword"].includes(pathname.replace(/(.)\/$/, "$1"));
}
