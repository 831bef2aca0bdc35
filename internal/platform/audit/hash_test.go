package audit

import (
	"bytes"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// reader decodes a canonical encoding. Every encoding has only one decoding, so two events are
// never encoded alike.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) text() string {
	length, rest, found := bytes.Cut(r.rest, []byte(":"))
	n, err := strconv.Atoi(string(length))
	if r.err != nil || !found || err != nil || n < 0 || n > len(rest) || strconv.Itoa(n) != string(length) {
		r.err = errors.Join(r.err, errors.New("no text"))
		return ""
	}
	r.rest = rest[n:]
	return string(rest[:n])
}

func (r *reader) number() int64 {
	n, err := strconv.ParseInt(r.text(), 10, 64)
	r.err = errors.Join(r.err, err)
	return n
}

func (r *reader) values() map[string]string {
	var values map[string]string
	for range r.number() {
		if r.err != nil {
			return nil
		}
		if values == nil {
			values = make(map[string]string)
		}
		name := r.text()
		values[name] = r.text()
	}
	return values
}

// read returns the event of an encoding, without its hash, which is not encoded.
func read(b []byte) (*Event, error) {
	r := &reader{rest: b}
	if r.text() != encodingName {
		return nil, errors.New("another encoding")
	}
	e := &Event{PreviousHash: r.text(), Seq: r.number(), At: time.UnixMicro(r.number()).UTC()}
	for _, text := range []*string{&e.Actor, &e.ActorID, &e.Address, &e.RequestID, (*string)(&e.Action), &e.Object, &e.ObjectID} {
		*text = r.text()
	}
	e.Refused = r.text() == "true"
	e.Detail, e.Before, e.After = r.text(), r.values(), r.values()
	if r.err == nil && len(r.rest) > 0 {
		r.err = errors.New("something after the end")
	}
	return e, r.err
}

func checkReadable(t interface{ Errorf(string, ...any) }, e *Event) {
	back, err := read(canonical(e))
	if err != nil {
		t.Errorf("%+v: %v", e, err)
		return
	}
	want := *e
	want.Hash = ""
	if diff := cmp.Diff(&want, back); diff != "" {
		t.Errorf("encoded and read (-want +got):\n%s", diff)
	}
}

func drawValues(t *rapid.T, name string) map[string]string {
	values := rapid.MapOfN(rapid.String(), rapid.String(), 0, 4).Draw(t, name)
	if len(values) == 0 {
		return nil
	}
	return values
}

func drawEvent(t *rapid.T) *Event {
	text := func(name string) string { return rapid.String().Draw(t, name) }
	return &Event{
		Seq: rapid.Int64().Draw(t, "seq"), At: time.UnixMicro(rapid.Int64Range(-1<<55, 1<<55).Draw(t, "at")).UTC(),
		Actor: text("actor"), ActorID: text("actor id"), Address: text("address"), RequestID: text("request id"),
		Action: Action(text("action")), Object: text("object"), ObjectID: text("object id"),
		Refused: rapid.Bool().Draw(t, "refused"), Detail: text("detail"),
		Before: drawValues(t, "before"), After: drawValues(t, "after"), PreviousHash: text("previous hash"),
	}
}

func TestEncodingCanBeReadInOneWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkReadable(t, drawEvent(t)) })
}

// FuzzEncoding: two events are encoded alike only when they are the same; the texts are cut from
// one, so that mostly moved borders are tried.
func FuzzEncoding(f *testing.F) {
	f.Add("alice3:bob", uint8(5), uint8(7), int64(1), true)
	f.Add("1:11:1", uint8(1), uint8(2), int64(-1), false)
	f.Add("", uint8(0), uint8(0), int64(0), false)
	f.Fuzz(func(t *testing.T, text string, i, j uint8, n int64, refused bool) {
		at := func(i uint8) int { return min(int(i), len(text)) }
		a := &Event{Seq: n, At: time.UnixMicro(n % (1 << 55)).UTC(), Actor: text[:at(i)], ActorID: text[at(i):], Refused: refused,
			Before: map[string]string{text[:at(j)]: text[at(j):]}}
		b := &Event{Seq: n, At: a.At, Actor: text[:at(j)], ActorID: text[at(j):], Refused: refused,
			Before: map[string]string{text[:at(i)]: text[at(i):]}}
		moved := &Event{Seq: n, At: a.At, Actor: a.Actor, ActorID: a.ActorID, Refused: refused, After: a.Before}
		for _, e := range []*Event{a, b, moved} {
			checkReadable(t, e)
		}
		if same := bytes.Equal(canonical(a), canonical(b)); same != (at(i) == at(j)) {
			t.Errorf("%q cut at %d and at %d: encoded alike: %t", text, i, j, same)
		}
		if bytes.Equal(canonical(a), canonical(moved)) {
			t.Error("values before and after are told apart by nothing")
		}
	})
}

// FuzzReadEncoding: whatever can be read as an encoding is the encoding of what was read.
func FuzzReadEncoding(f *testing.F) {
	f.Add(canonical(&Event{Seq: 1, PreviousHash: Genesis, Actor: "a", Before: map[string]string{"a": "b", "c": ""}}))
	f.Add([]byte("17:cohortium audit 1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := read(b)
		if err != nil {
			return
		}
		if again, err := read(canonical(e)); err != nil || !cmp.Equal(e, again) {
			t.Errorf("%q: read as %+v, then as %+v, %v", b, e, again, err)
		}
	})
}

// TestHashIsTheOneDocumented holds the worked example of docs/formats/audit.md.
func TestHashIsTheOneDocumented(t *testing.T) {
	e := &Event{
		Seq: 1, At: time.Date(2026, 11, 21, 9, 30, 0, 123456000, time.UTC), Actor: "zoë", ActorID: "u1", Address: "192.0.2.7", RequestID: "r1",
		Action: StatusChanged, Object: "upload", ObjectID: "d1", Detail: "fine",
		Before: map[string]string{"status": "READY FOR REVIEW"}, After: map[string]string{"status": "REVIEW APPROVED"},
		PreviousHash: Genesis,
	}
	const encoding = "17:cohortium audit 1" + "64:0000000000000000000000000000000000000000000000000000000000000000" +
		"1:1" + "16:1795253400123456" + "4:zoë" + "2:u1" + "9:192.0.2.7" + "2:r1" + "14:status-changed" + "6:upload" + "2:d1" +
		"5:false" + "4:fine" + "1:1" + "6:status" + "16:READY FOR REVIEW" + "1:1" + "6:status" + "15:REVIEW APPROVED"
	if got := string(canonical(e)); got != encoding {
		t.Errorf("encoding\n%s, want\n%s", got, encoding)
	}
	const hash = "21225ade311eef0f074f709aada40a84e48cc1f103539a973dfe36fd2275fdff"
	if got := HashOf(e); got != hash {
		t.Errorf("hash %s, want %s", got, hash)
	}
}
