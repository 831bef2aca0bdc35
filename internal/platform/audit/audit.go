// Package audit owns the audit trail: who did what, when, from where and to which object, with the
// values before and after. The trail only grows, and each entry carries a hash over itself and the
// entry before it, so that a change of an entry or a gap is found (see docs/formats/audit.md). It
// imports errs and spreadsheet; it decides neither what to log nor who may read it.
package audit

import (
	"context"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// Entry describes what happened. It must not contain secrets.
type Entry struct {
	Action   Action
	Object   string            // kind of the object, such as user, upload or meta; "" for none
	ObjectID string            // its id
	Refused  bool              // an attempt that was denied
	Detail   string            // the reason given, or what the fields do not state
	Before   map[string]string // the values that changed, as they were; by the name of the field
	After    map[string]string // the same as they are now
	// Actor replaces the name of the context's Origin: the name used in a failed sign-in, or a
	// job's. ActorID belongs to it; the id of the Origin stays when the name is the same.
	Actor   string
	ActorID string
}

// Event is an entry as stored in the trail.
type Event struct {
	Seq          int64             `json:"seq"` // 1, 2, 3, … without gaps
	At           time.Time         `json:"at"`  // UTC, whole microseconds
	Actor        string            `json:"actor"`
	ActorID      string            `json:"actor_id"`
	Address      string            `json:"address"`
	RequestID    string            `json:"request_id"`
	Action       Action            `json:"action"`
	Object       string            `json:"object"`
	ObjectID     string            `json:"object_id"`
	Refused      bool              `json:"refused"`
	Detail       string            `json:"detail"`
	Before       map[string]string `json:"before"` // nil for none
	After        map[string]string `json:"after"`
	PreviousHash string            `json:"previous_hash"` // Hash of the entry before; Genesis for the first
	Hash         string            `json:"hash"`          // SHA-256 as hex, see HashOf
	// ActorName and ObjectName are the current or last names of the actor and the object; "" when
	// unknown. They are not part of the entry or the hash.
	ActorName  string `json:"actor_name,omitempty"`
	ObjectName string `json:"object_name,omitempty"`
	// Damage describes a difference between the stored entry and what the trail writes; "" for a
	// sound entry. It is not part of the hash.
	Damage string `json:"damage,omitempty"`
}

// Tx is the part of a caller's transaction that appends to the trail.
type Tx interface {
	// LastAudit returns number and hash of the newest entry, 0 and Genesis when there is none.
	// Until the transaction ends, no other one can append.
	LastAudit(ctx context.Context) (seq int64, hash string, err error)
	// InsertAudit adds the entry after the newest.
	InsertAudit(ctx context.Context, e *Event) error
	// HasAudit reports whether an entry from a time on matches e and its caller: the account, or
	// the address of an anonymous caller.
	HasAudit(ctx context.Context, e *Event, from time.Time) (bool, error)
}

// Store keeps the trail.
type Store interface {
	// InAuditTx runs fn in a separate transaction; fn may run again.
	InAuditTx(ctx context.Context, fn func(Tx) error) error
	// AuditEvents returns a page, newest first, and how many entries the filter selects on all
	// pages.
	AuditEvents(ctx context.Context, f Filter) (page []Event, total int64, err error)
	AuditFacets(ctx context.Context, f Filter) (listing.Facets, error) // by action and object
	// WalkAudit calls fn for each entry from a number on, oldest first. fn must
	// not keep the entry.
	WalkAudit(ctx context.Context, from int64, fn func(*Event) error) error
}

// Filter selects entries. Empty fields select all.
type Filter struct {
	Q        string // every word occurs in actor, object id, name of the object, detail, address or request id
	Actor    string // exactly this name
	Action   string
	Actions  []string // any of these
	Object   string
	ObjectID string
	From, To time.Time // From ≤ at < To
	Before   int64     // only entries with a lower number: the next page; 0 for the newest
	Limit    int       // 1 to 500; 50 for 0
	// Uncounted omits the total, which requires reading every selected entry.
	Uncounted bool
	Facets    bool // asks Search for the facets
}

// Append adds an entry within the caller's transaction, so that it is stored if and only if the
// change is. The context's Origin supplies the actor and the address.
func Append(ctx context.Context, tx Tx, at time.Time, entry Entry) (err error) {
	defer errs.Wrap(&err, "audit.Append(%s, %q, %q)", entry.Action, entry.Object, entry.ObjectID)
	e := newEvent(OriginOf(ctx), at, entry)
	seq, hash, err := tx.LastAudit(ctx)
	if err != nil {
		return err
	}
	e.seal(seq, hash)
	return tx.InsertAudit(ctx, e)
}

// DownloadSpan is how long repeated requests of a caller for a file count as one download, whether
// in parts or again.
const DownloadSpan = time.Hour

// AppendDownload is like Append, for a file that leaves the server. It adds one entry per caller,
// file and DownloadSpan, and reports whether it did; Object, ObjectID and Detail together name the
// file.
func AppendDownload(ctx context.Context, tx Tx, at time.Time, entry Entry) (added bool, err error) {
	defer errs.Wrap(&err, "audit.AppendDownload(%q, %q)", entry.Object, entry.ObjectID)
	entry.Action = Downloaded
	e := newEvent(OriginOf(ctx), at, entry)
	seq, hash, err := tx.LastAudit(ctx) // from here on two requests cannot both find none
	if err != nil {
		return false, err
	}
	if recorded, err := tx.HasAudit(ctx, e, e.At.Add(-DownloadSpan).Add(time.Microsecond)); err != nil || recorded {
		return false, err
	}
	e.seal(seq, hash)
	return true, tx.InsertAudit(ctx, e)
}

func newEvent(o Origin, at time.Time, entry Entry) *Event {
	actor, actorID := o.Actor, o.ActorID
	if entry.Actor != "" && (entry.Actor != o.Actor || entry.ActorID != "") {
		actor, actorID = entry.Actor, entry.ActorID
	}
	return &Event{
		At:    at.UTC().Truncate(time.Microsecond),
		Actor: visible(actor, maxWord), ActorID: visible(actorID, maxWord),
		Address: visible(o.Address, maxWord), RequestID: visible(o.RequestID, maxWord),
		Action: Action(visible(string(entry.Action), maxWord)),
		Object: visible(entry.Object, maxWord), ObjectID: visible(entry.ObjectID, maxWord),
		Refused: entry.Refused, Detail: visible(entry.Detail, maxDetail),
		Before: visibleValues(entry.Before), After: visibleValues(entry.After),
	}
}

// seal makes e the entry after the one with this number and hash.
func (e *Event) seal(seq int64, hash string) {
	e.Seq, e.PreviousHash = seq+1, hash
	e.Hash = HashOf(e)
}
