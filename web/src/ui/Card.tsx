import { type ReactNode, useId } from "react";
import classes from "./Card.module.css";

interface CardProps {
  title?: ReactNode;
  /** At the right of the head: a number, a link, small buttons. */
  aside?: ReactNode;
  /** Without padding, for tables that reach the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A surface with an optional head; a region named by its title. */
export function Card({ title, aside, flush = false, className = "", children }: CardProps) {
  const id = useId();
  const body = flush ? children : <div className={classes.body}>{children}</div>;
  if (!title) return <div className={`${classes.card} ${className}`}>{body}</div>;
  return (
    <section className={`${classes.card} ${className}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {body}
    </section>
  );
}
