/** The address at which the page was opened, exactly: the router rewrites it in its own form. */
export class Arrival {
  /** Undefined once the page has moved on: from then on addresses are the router's own. */
  private href: string | undefined;

  constructor(href: string) {
    this.href = href;
  }

  /** The address of a location as it was typed or linked; undefined where the router made it. */
  letters({ pathname, href }: { pathname: string; href: string }): string | undefined {
    const typed = this.href;
    this.href = undefined;
    if (typed === undefined) return undefined;
    return decoded(typed.replace(/[?#].*$/s, "")) === pathname ? typed : href;
  }
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
