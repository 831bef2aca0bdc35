import { consortium } from "@/lib/browser/runtime-config";
import classes from "./Logo.module.css";

/** The product's sign; decoration beside its name. */
export function Logo() {
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle className={classes.large} cx="10" cy="16" r="7" />
      <circle className={classes.upper} cx="22" cy="10.5" r="5" />
      <circle className={classes.lower} cx="22" cy="22.5" r="4" />
    </svg>
  );
}

/**
 * An image of the consortium in a fixed square, so that nothing moves when it loads; next to a
 * name.
 */
export function Picture({ address, size = 26 }: { address: string; size?: number }) {
  return <img className={classes.picture} src={address} width={size} height={size} alt="" />;
}

/** The sign of the consortium; that of the product where it has none. */
export function ConsortiumLogo() {
  const { logo } = consortium();
  return logo ? <Picture address={logo} /> : <Logo />;
}
