// Package listing defines how a list continues from page to page: behind the last row seen, not by
// a row number, so that added and removed rows shift nothing.
package listing

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	"cohortium/internal/platform/errs"
)

// Facets counts the rows of a list by filter and value, as if only that value of the filter were
// chosen. The other filters stay as they are. Values without rows are absent.
type Facets map[string]map[string]int64

// Place is a row of a sorted list; the next page begins behind it. The zero place is before the
// first row, or means that nothing follows.
type Place struct {
	Key string `json:"k"` // value of the field that the list is sorted by
	ID  string `json:"i"`
}

// At returns the place of a row in a list that is sorted by a time.
func At(t time.Time, id string) Place { return Place{TimeKey(t), id} }

// Number returns the place of a row in a list that is sorted by a number: -1 where it is not known.
func Number[T int64 | float64](n *T, id string) Place {
	if n == nil {
		return Place{"-1", id}
	}
	return Place{strconv.FormatFloat(float64(*n), 'f', -1, 64), id}
}

// TimeKey returns the key of a time, which sorts and compares as the stores keep it.
func TimeKey(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Time returns the time of a key. errs.Invalid (bad_cursor) for another text.
func Time(key string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, key)
	if err != nil {
		return time.Time{}, Missing(err)
	}
	return t, nil
}

// Text returns a place as text for callers, "" when nothing follows.
func (p Place) Text() string {
	if p.ID == "" {
		return ""
	}
	text, _ := json.Marshal(p) // two strings always marshal
	return base64.RawURLEncoding.EncodeToString(text)
}

// Read returns the place of a text, the zero place for "". errs.Invalid (bad_cursor) for a text
// that Text did not write.
func Read(text string) (Place, error) {
	if text == "" {
		return Place{}, nil
	}
	var p Place
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.ID == "" {
		return Place{}, Missing(err)
	}
	return p, nil
}

// Missing reports that a place cannot be found, because of err.
func Missing(err error) error {
	return errs.New(errs.Invalid, "bad_cursor", "This page of the list cannot be found. Start from the first.").Because(err)
}

// PageOf trims limit+1 rows to a page. If there is a next page, it also returns the place behind
// which that begins.
func PageOf[T any](rows []T, limit int, placeOf func(T) Place) (page []T, next Place) {
	if len(rows) <= limit {
		return rows, Place{}
	}
	return rows[:limit], placeOf(rows[limit-1])
}
