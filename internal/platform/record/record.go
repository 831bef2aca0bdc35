// Package record holds the common parts of things that people work on in all areas: their history,
// their owners, and the conflict when a change was made to an outdated version.
//
// It knows no area: its users define the kinds of things, the rights to them and the words.
package record

import (
	"context"
	"maps"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
)

// Entry is one event in the history of a thing, for those who see the thing.
type Entry struct {
	At      time.Time
	By      string // user name, or audit.System
	Action  string // in words
	Detail  string
	Changes []Change // field by field; nil where the history does not show values
}

// Change is the value of one field before and after, as people see it.
type Change struct {
	Key    string `json:"-"`     // its name in the audit trail
	Field  string `json:"field"` // its name for people
	Before string `json:"before"`
	After  string `json:"after"`
}

// Event is an action of an account or of the system on a thing: for those who see it, and for the
// audit trail.
type Event struct {
	Object   string // the kind of thing, unique among all areas
	ObjectID string
	By       string // user name, or audit.System
	Action   string // in words
	Detail   string
	Kind     audit.Action
	// Changes are shown in the history, and written to the trail under their keys.
	Changes []Change
	// Before and After are values by name for the trail only. Changes take precedence.
	Before, After map[string]string
}

// Tx is the part of a transaction that recording needs.
type Tx interface {
	audit.Tx
	AddHistory(ctx context.Context, object, id string, e Entry) error
}

// Note records an event, in the history of its thing and, with a reason, in the audit trail.
func Note(ctx context.Context, tx Tx, at time.Time, h Event, reason string) error {
	err := tx.AddHistory(ctx, h.Object, h.ObjectID, Entry{At: at, By: h.By, Action: h.Action, Detail: h.Detail, Changes: h.Changes})
	if err != nil {
		return err
	}
	return Trail(ctx, tx, at, h, reason)
}

// Trail records an event in the audit trail only.
func Trail(ctx context.Context, tx audit.Tx, at time.Time, h Event, reason string) error {
	e := audit.Entry{Action: h.Kind, Object: h.Object, ObjectID: h.ObjectID, Detail: reason, Actor: h.By, Before: h.Before, After: h.After}
	if len(h.Changes) > 0 {
		e.Before, e.After = make(map[string]string), make(map[string]string)
		for _, c := range h.Changes {
			e.Before[c.Key], e.After[c.Key] = c.Before, c.After
		}
	}
	return audit.Append(ctx, tx, at, e)
}

// Sentence returns the action and its detail, as one reason for the audit trail.
func (h Event) Sentence() string { return strings.TrimSpace(h.Action + " " + h.Detail) }

// From adds that a status changed to the values of the event.
func (h Event) From(before, after string) Event {
	h.Before, h.After = with(h.Before, "status", before), with(h.After, "status", after)
	return h
}

// with returns a copy of values with one more, which does not replace an existing one.
func with(values map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	maps.Copy(out, values)
	return out
}

// Differing returns the values that differ between two sets; a value that only one of them has is
// missing in the result for the other.
func Differing(before, after map[string]string) (was, is map[string]string) {
	return lacking(before, after), lacking(after, before)
}

func lacking(values, others map[string]string) map[string]string {
	out := make(map[string]string)
	for name, value := range values {
		if other, there := others[name]; !there || other != value {
			out[name] = value
		}
	}
	return out
}

// Value is a field of a thing and its content, in words.
type Value struct {
	Key   string // for the audit trail
	Label string // for people
	Text  string
}

// Of returns a field and its content.
func Of(key, label, text string) Value { return Value{key, label, text} }

// Changes lists the fields that differ between two sheets of the same fields.
func Changes(before, after []Value) (out []Change) {
	for i, was := range before {
		if is := after[i]; is.Text != was.Text {
			out = append(out, Change{Key: was.Key, Field: was.Label, Before: was.Text, After: is.Text})
		}
	}
	return out
}

// Labels names the fields that changed, as people read them.
func Labels(changes []Change) string {
	names := make([]string, len(changes))
	for i, c := range changes {
		names[i] = c.Field
	}
	return strings.Join(names, ", ")
}

// Reshared returns the event of a change of who may use a thing, nil for none; verb is the right that readers
// do.
func Reshared(verb string, changes []Change, wasPublic, isPublic bool) *Event {
	h := &Event{Action: "changed who may " + verb + " it", Kind: audit.Changed, Changes: changes}
	switch {
	case len(changes) == 0:
		return nil
	case isPublic && !wasPublic:
		h.Action, h.Kind = "made it public", audit.Published
	case wasPublic && !isPublic:
		h.Action, h.Kind = "made it private", audit.Unpublished
	}
	return h
}
