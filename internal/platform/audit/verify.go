package audit

import (
	"context"
	"errors"
	"fmt"

	"cohortium/internal/platform/errs"
)

// Report is the result of verifying the trail.
type Report struct {
	Events   int64  // entries that are sound, from the first on
	Head     string // hash of the last of them; Genesis for none
	BrokenAt int64  // number of the first entry that is missing or not as it was written; 0 for none
	Why      string // a sentence about it
}

// Verify reads the whole trail and checks that every entry is there and as it was written. It
// cannot detect a trail whose end was cut off or rewritten together with the note of the newest
// entry: compare Head with one that was kept elsewhere.
func (l *Log) Verify(ctx context.Context) (_ Report, err error) {
	defer errs.Wrap(&err, "audit.Verify")
	// Others may append meanwhile: the current entries must be met on the way, and at the end no
	// entry may be beyond the note of that time.
	first, err := l.head(ctx)
	if err != nil {
		return Report{}, err
	}
	c := chain{hash: Genesis, noted: first}
	err = l.store.WalkAudit(ctx, 1, c.follow)
	var broken *brokenError
	switch {
	case errors.As(err, &broken):
		return c.report(broken), nil
	case err != nil:
		return Report{}, err
	}
	last, err := l.head(ctx)
	if err != nil {
		return Report{}, err
	}
	return c.report(c.end(last)), nil
}

// head is the note of the newest entry.
type head struct {
	seq  int64
	hash string
}

func (l *Log) head(ctx context.Context) (h head, err error) {
	err = l.store.InAuditTx(ctx, func(tx Tx) (err error) {
		h.seq, h.hash, err = tx.LastAudit(ctx)
		return err
	})
	return h, err
}

// brokenError ends a walk at the first entry that is not sound.
type brokenError struct {
	at  int64
	why string
}

func (e *brokenError) Error() string { return fmt.Sprintf("entry %d: %s", e.at, e.why) }

func broken(at int64, format string, args ...any) *brokenError {
	return &brokenError{at: at, why: fmt.Sprintf(format, args...)}
}

// chain follows the trail from entry to entry.
type chain struct {
	seq   int64  // of the last sound entry
	hash  string // its hash
	noted head   // the newest entry when the walk began
}

func (c *chain) follow(e *Event) error {
	next := c.seq + 1
	switch {
	case e.Seq != next:
		return broken(next, "It is missing; the next one in the database is %d.", e.Seq)
	case e.Damage != "":
		return broken(next, "%s", e.Damage)
	case e.PreviousHash != c.hash:
		return broken(next, "It does not carry the hash of the entry before it: it was changed, or others were put in its place or before it.")
	case e.Hash != HashOf(e):
		return broken(next, "Its hash does not match its content: it was changed after it was written.")
	case next == c.noted.seq && e.Hash != c.noted.hash:
		return broken(next, "Its hash is not the one that was noted when it was the newest.")
	}
	c.seq, c.hash = next, e.Hash
	return nil
}

// end checks the end of the trail against the notes of the newest entry from
// before and after the walk.
func (c *chain) end(last head) *brokenError {
	switch {
	case c.seq < c.noted.seq:
		return broken(c.seq+1, "It and all after it are missing; the newest was %d.", c.noted.seq)
	case c.seq > last.seq:
		return broken(last.seq+1, "It is after the newest recorded entry, %d.", last.seq)
	case c.seq == 0 && last.seq == 0 && last.hash != Genesis:
		return broken(1, "The trail is empty, and the note of its newest entry is not that of an empty one.")
	}
	return nil
}

func (c *chain) report(b *brokenError) Report {
	r := Report{Events: c.seq, Head: c.hash}
	if b != nil {
		r.BrokenAt, r.Why = b.at, b.why
	}
	return r
}
