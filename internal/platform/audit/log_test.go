package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/errs"
)

func epoch() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestActorsOfEntries(t *testing.T) {
	request := Origin{Actor: "alice", ActorID: "u1", Address: "192.0.2.1", RequestID: "r1"}
	for _, c := range []struct {
		name   string
		origin *Origin
		entry  Entry
		want   Origin
	}{
		{"nobody", nil, Entry{}, Origin{}},
		{"who asks", &request, Entry{}, request},
		{"a name that was tried", &Origin{Address: "192.0.2.1"}, Entry{Actor: "eve"}, Origin{Actor: "eve", Address: "192.0.2.1"}},
		{"another one", &request, Entry{Actor: "bob", ActorID: "u2"}, Origin{"bob", "u2", "192.0.2.1", "r1"}},
		{"another one without id", &request, Entry{Actor: "bob"}, Origin{"bob", "", "192.0.2.1", "r1"}},
		{"the same one keeps the id", &request, Entry{Actor: "alice"}, request},
		{"the same name of another account", &request, Entry{Actor: "alice", ActorID: "u9"}, Origin{"alice", "u9", "192.0.2.1", "r1"}},
		{"a job", nil, Entry{Actor: System}, Origin{Actor: "system"}},
	} {
		ctx := t.Context()
		if c.origin != nil {
			ctx = WithOrigin(ctx, *c.origin)
		}
		s := newSlice()
		must(t, NewLog(s, epoch).Record(ctx, c.entry))
		e := s.events[0]
		if diff := cmp.Diff(c.want, Origin{e.Actor, e.ActorID, e.Address, e.RequestID}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestSetActor(t *testing.T) {
	outer := WithOrigin(t.Context(), Origin{Address: "192.0.2.1"})
	inner, cancel := context.WithCancel(outer)
	defer cancel()
	SetActor(inner, "alice", "u1")
	want := Origin{Actor: "alice", ActorID: "u1", Address: "192.0.2.1"}
	if got := OriginOf(outer); got != want {
		t.Errorf("outside: %+v, want %+v", got, want)
	}
	SetActor(t.Context(), "alice", "u1") // no origin, no effect
	if got := OriginOf(t.Context()); got != (Origin{}) {
		t.Errorf("without an origin: %+v", got)
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct {
		name, in string
		limit    int
		want     string
	}{
		{"plain", "Zoë O'Hara 😀 −0.5\u00a0%", 100, "Zoë O'Hara 😀 −0.5\u00a0%"},
		{"a forged line", "x\r\n2026-11-21 sign-in admin", 100, "x␍␊2026-11-21 sign-in admin"},
		{"control characters", "\x00\t\x1b[31m\x7f\u0085", 100, `␀␉␛[31m␡\u{85}`},
		{"direction of writing", "exe.\u202egpj", 100, `exe.\u{202e}gpj`},
		{"line separators", "a\u2028b\u2029c", 100, `a\u{2028}b\u{2029}c`},
		{"nothing to see", "ad\u200bmin\ufeff\U000e0041", 100, `ad\u{200b}min\u{feff}\u{e0041}`},
		{"broken UTF-8", "a\xffb\xc3", 100, "a\uFFFDb\uFFFD"},
		{"as long as may be", "abc", 3, "abc"},
		{"longer", "äöüß", 3, "äöü…"},
		{"nothing", "", 3, ""},
	} {
		if got := visible(c.in, c.limit); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestValuesAreLimited(t *testing.T) {
	many := make(map[string]string)
	for i := range maxValues + 5 {
		many[fmt.Sprintf("k%03d", i)] = strings.Repeat("x", 2*maxValue)
	}
	got := visibleValues(many)
	if len(got) != maxValues+1 || got["…"] != "5 more" || got["k000"] != strings.Repeat("x", maxValue)+"…" {
		t.Errorf("%d values, rest %q, the first of %d bytes", len(got), got["…"], len(got["k000"]))
	}
	if visibleValues(map[string]string{}) != nil {
		t.Error("no values are not none")
	}
}

func TestActionsAreAllListedOnceAndAreWords(t *testing.T) {
	all := Actions()
	for _, a := range all {
		if strings.Trim(string(a), "abcdefghijklmnopqrstuvwxyz-") != "" || a == "" {
			t.Errorf("%q is no word", a)
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(all)))); n != len(all) {
		t.Errorf("%d actions, of which %d differ", len(all), n)
	}
	for _, a := range []Action{SignIn, Restored, SettingsChanged, DataRestored, IdentityUnlinked} {
		if !slices.Contains(all, a) {
			t.Errorf("%s is not listed", a)
		}
	}
}

func filled(t *testing.T, n int) (*slice, *Log) {
	t.Helper()
	s := newSlice()
	l := NewLog(s, epoch)
	for i := range n {
		must(t, l.Record(WithOrigin(t.Context(), Origin{Actor: fmt.Sprintf("user%d", i)}), Entry{Action: SignIn}))
	}
	return s, l
}

func TestPagesGoThroughEverything(t *testing.T) {
	_, l := filled(t, 7)
	var got []int64
	f := Filter{Limit: 3}
	for pages := 1; ; pages++ {
		page, err := l.Search(t.Context(), f)
		must(t, err)
		for _, e := range page.Items {
			got = append(got, e.Seq)
		}
		if page.Total != 7 {
			t.Errorf("total %d, want 7", page.Total)
		}
		if page.Next == 0 {
			if pages != 3 {
				t.Errorf("%d pages, want 3", pages)
			}
			break
		}
		f.Before = page.Next
	}
	if diff := cmp.Diff([]int64{7, 6, 5, 4, 3, 2, 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for limit, want := range map[int]int{0: 7, 7: 7, 6: 6, -1: 7, 1 << 30: 7} {
		page, err := l.Search(t.Context(), Filter{Limit: limit})
		must(t, err)
		if len(page.Items) != want || (page.Next != 0) != (want < 7) {
			t.Errorf("limit %d: %d entries, next %d", limit, len(page.Items), page.Next)
		}
	}
}

func TestExportCSV(t *testing.T) {
	s := newSlice()
	l := NewLog(s, epoch)
	must(t, l.Record(WithOrigin(t.Context(), Origin{Actor: "=1+1", ActorID: "-cmd", Address: "@x", RequestID: "+44"}), Entry{
		Action: StatusChanged, Object: "upload", ObjectID: "\tid", Refused: true, Detail: "say \"no\", twice\r\n=2",
		Before: map[string]string{"=a": "-0.5"},
	}))
	must(t, l.Record(t.Context(), Entry{Action: SignIn, Actor: "Zoë"}))
	var out bytes.Buffer
	must(t, l.Export(t.Context(), &out, Filter{}, CSV))
	rows, err := csv.NewReader(bytes.NewReader(out.Bytes())).ReadAll()
	must(t, err)
	first, second := s.events[0], s.events[1]
	want := [][]string{
		csvHead(),
		{"2", "2026-03-01T12:00:00.123456Z", "Zoë", "", "", "", "sign-in", "", "", "false", "", "", "", second.PreviousHash, second.Hash, "", ""},
		{"1", "2026-03-01T12:00:00.123456Z", "'=1+1", "'-cmd", "'@x", "'+44", "status-changed", "upload", "␉id", "true",
			"say \"no\", twice␍␊=2", `{"=a":"-0.5"}`, "", Genesis, first.Hash, "", ""},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if lines := bytes.Count(out.Bytes(), []byte("\r\n")); lines != 3 || bytes.Count(out.Bytes(), []byte("\n")) != 3 {
		t.Errorf("%d lines end as RFC 4180 wants, of 3", lines)
	}
}

// TestExportJSONLVerifies: what was exported can be verified without the program.
func TestExportJSONLVerifies(t *testing.T) {
	const n = maxPage + 5 // more than a page
	s, l := filled(t, n)
	var out bytes.Buffer
	must(t, l.Export(t.Context(), &out, Filter{}, JSONL))
	back := newSlice()
	for d := json.NewDecoder(&out); d.More(); {
		var e Event
		must(t, d.Decode(&e))
		back.events = append(back.events, e)
	}
	slices.Reverse(back.events)
	if diff := cmp.Diff(s.events, back.events); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	back.noted = s.noted
	if r := verify(t, back); r.BrokenAt != 0 || r.Events != n {
		t.Errorf("%+v", r)
	}
}

func TestExportReportsFaults(t *testing.T) {
	_, l := filled(t, 1)
	var out bytes.Buffer
	if err := l.Export(t.Context(), &out, Filter{}, "xlsx"); !errs.Is(err, errs.Invalid) || out.Len() > 0 {
		t.Errorf("another format: %v, %d bytes", err, out.Len())
	}
	for _, format := range []string{CSV, JSONL} {
		if err := l.Export(t.Context(), full{}, Filter{}, format); !errors.Is(err, errFull) {
			t.Errorf("%s into nowhere: %v", format, err)
		}
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestEveryFieldIsHashed: a field that is added to Event must be encoded, or be named here as one
// that does not belong there.
func TestEveryFieldIsHashed(t *testing.T) {
	outside := []string{"Hash", "Damage", "ActorName", "ObjectName"} // names are those of today
	fields := reflect.TypeFor[Event]()
	for i := range fields.NumField() {
		var e Event
		f := reflect.ValueOf(&e).Elem().Field(i)
		switch f.Interface().(type) {
		case time.Time:
			f.Set(reflect.ValueOf(epoch()))
		case map[string]string:
			f.Set(reflect.ValueOf(map[string]string{"a": "b"}))
		case bool:
			f.SetBool(true)
		case int64:
			f.SetInt(1)
		default:
			f.SetString("x")
		}
		name := fields.Field(i).Name
		if changed := HashOf(&e) != HashOf(&Event{}); changed == slices.Contains(outside, name) {
			t.Errorf("%s changes the hash: %t", name, changed)
		}
	}
}
