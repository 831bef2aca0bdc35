package record_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// shelf keeps one box.
type shelf struct {
	version int64
	by      string
	written int
}

// seen is the box as a caller sees it.
type seen struct{ version int64 }

// alteration returns how a caller changes the box of the shelf. With late, another caller changes
// it between reading and writing.
func (s *shelf) alteration(r record.Access, late bool) *record.Alteration[*shelf, int64, seen] {
	return &record.Alteration[*shelf, int64, seen]{
		What:    "box",
		InTx:    func(_ context.Context, fn func(*shelf) error) error { return fn(s) },
		Read:    func(context.Context, *shelf, string) (int64, record.Access, error) { return s.version, r, nil },
		Version: func(version int64) int64 { return version },
		Store: func(context.Context, *shelf, int64, record.Event) error {
			if late {
				return record.Changed("Somebody was quicker.")
			}
			s.version, s.by = s.version+1, "ann"
			s.written++
			return nil
		},
		Show:      func(context.Context, string) (*seen, error) { return &seen{s.version}, nil },
		UpdatedBy: func(*seen) string { return s.by },
	}
}

func TestAChangeNeedsTheCurrentVersion(t *testing.T) {
	forbidden := errs.New(errs.Forbidden, "forbidden", "Only its owner may.")
	for name, c := range map[string]struct {
		r        record.Access
		version  record.Expected
		late     bool
		fn       error
		conflict bool
		written  int
	}{
		"the current one":         {r: record.Owner, version: record.At(7), written: 1},
		"any":                     {r: record.Owner, version: record.Any(), written: 1},
		"no number is any":        {r: record.Owner, version: record.At(0), conflict: true},
		"nor is none":             {r: record.Owner, conflict: true},
		"an older one":            {r: record.Owner, version: record.At(6), conflict: true},
		"a user was quicker":      {r: record.Owner, version: record.At(7), late: true, conflict: true},
		"not the owner's concern": {r: record.Reader, version: record.At(6), fn: forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shelf{version: 7, by: "bob"}
			v, err := s.alteration(c.r, c.late).Alter(t.Context(), "b1", c.version, func(*shelf, int64, record.Access) (*record.Event, error) {
				return &record.Event{}, c.fn
			})
			var conflict *record.ConflictError[seen]
			switch {
			case errors.As(err, &conflict) != c.conflict:
				t.Errorf("err = %v, want a conflict: %t", err, c.conflict)
			case c.conflict && (conflict.Current.version != 7 || err.Error() != "bob has changed this box meanwhile. Compare both versions and save again."):
				t.Errorf("conflict = %v with version %d", err, conflict.Current.version)
			case !c.conflict && !errors.Is(err, c.fn):
				t.Errorf("err = %v, want %v", err, c.fn)
			case err == nil && v.version != 8:
				t.Errorf("version = %d, want 8", v.version)
			}
			if s.written != c.written {
				t.Errorf("written %d times, want %d", s.written, c.written)
			}
		})
	}
}

func TestUnchangedRecordsAreNotStored(t *testing.T) {
	s := &shelf{version: 7}
	v, err := s.alteration(record.Owner, false).Alter(t.Context(), "b1", record.At(7), func(*shelf, int64, record.Access) (*record.Event, error) {
		return nil, nil
	})
	if err != nil || v.version != 7 || s.written != 0 {
		t.Errorf("view %v, err %v, written %d times; want version 7 and nothing written", v, err, s.written)
	}
}

func TestBin(t *testing.T) {
	t.Parallel()
	type thing struct{ deleted *time.Time }
	now := time.Now()
	for name, c := range map[string]struct {
		deleted *time.Time
		r       record.Access
		code    string
	}{
		"in the bin":                {&now, record.Owner, ""},
		"not in the bin":            {nil, record.Owner, "not_in_bin"},
		"not in the bin of readers": {nil, record.Reader, "forbidden"},
	} {
		it, noted := &thing{c.deleted}, ""
		a := record.Alteration[int, *thing, thing]{
			What: "thing",
			Seen: func(context.Context, string) error { return nil },
			InTx: func(_ context.Context, fn func(tx int) error) error { return fn(0) },
			Read: func(context.Context, int, string) (*thing, record.Access, error) { return it, c.r, nil },
			MayEdit: func(it *thing, r record.Access) error {
				switch {
				case r < record.Owner:
					return errs.New(errs.Forbidden, "forbidden", "Not yours.")
				case it.deleted != nil:
					return record.InBin("thing")
				}
				return nil
			},
			Bin:     func(it *thing) **time.Time { return &it.deleted },
			Version: func(*thing) int64 { return 1 },
			Store: func(_ context.Context, _ int, _ *thing, h record.Event) error {
				noted = h.Action
				return nil
			},
			Show: func(context.Context, string) (*thing, error) { return it, nil },
		}
		_, err := a.Change(t.Context(), "1", record.Any(), func(int, *thing) (*record.Event, error) { return nil, nil })
		if allowed := c.deleted == nil && c.r == record.Owner; (err == nil) != allowed {
			t.Errorf("%s, a change: %v", name, err)
		}
		_, err = a.Restore(t.Context(), "1")
		if errs.CodeOf(err) != c.code || (noted != "") != (c.code == "") || it.deleted != nil {
			t.Errorf("%s, restored: %v, %q, deleted %v", name, err, noted, it.deleted)
		}
	}
}
