package blockfile

import (
	"bytes"
	"errors"
	"testing"
)

var errFormat = errors.New("another format")

func TestFileOfBlocks(t *testing.T) {
	if got := AppendSum([]byte("123456789"))[9:]; string(got) != "\x83\x92\x06\xe3" { // the check value of CRC-32C
		t.Errorf("checksum %x", got)
	}
	f := Format{Magic: "testtest", MaxDirectory: 100, Err: errFormat}
	raw := f.AppendEnd([]byte("\xac\x02\x07name"), 9)
	raw = append(AppendSum([]byte("block")), raw...)
	open := func(raw []byte) (*Numbers, int64, error) { return f.Directory(bytes.NewReader(raw), int64(len(raw))) }
	d, at, err := open(raw)
	if err != nil || at != 9 || !f.Is(bytes.NewReader(raw), int64(len(raw))) {
		t.Fatalf("at %d, %v", at, err)
	}
	if a, b, word := d.Next(300), d.Next(7), string(d.Bytes(4)); a != 300 || b != 7 || word != "name" || d.Left() != 0 || d.Bad() {
		t.Errorf("%d, %d, %q, %d left, bad %v", a, b, word, d.Left(), d.Bad())
	}
	if body, err := f.Block(bytes.NewReader(raw), 0, 5, nil); string(body) != "block" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	for i := range raw {
		broken := bytes.Clone(raw)
		broken[i] ^= 1
		_, _, err := open(broken)
		_, ofBlock := f.Block(bytes.NewReader(broken), 0, 5, nil)
		if !errors.Is(errors.Join(err, ofBlock), errFormat) {
			t.Errorf("byte %d is broken: %v, %v", i, err, ofBlock)
		}
		if _, _, err := open(raw[:i]); !errors.Is(err, errFormat) {
			t.Errorf("cut at byte %d: %v", i, err)
		}
	}
	if small := (Format{Magic: "testtest", MaxDirectory: 6, Err: errFormat}); !errors.Is(
		second(small.Directory(bytes.NewReader(raw), int64(len(raw)))),
		errFormat,
	) {
		t.Error("a directory above its limit is read")
	}
}

func second(_ *Numbers, _ int64, err error) error { return err }

// Numbers are bad from the first that is missing or above its limit, and stay so.
func TestNumbers(t *testing.T) {
	for name, take := range map[string]func(r *Numbers){
		"above its limit": func(r *Numbers) { r.Next(299) },
		"no bytes left":   func(r *Numbers) { r.Bytes(4) },
		"cut":             func(r *Numbers) { r.Bytes(2); r.Next(1 << 20) },
	} {
		r := NewNumbers([]byte("\xac\x02\x80"))
		take(&r)
		if !r.Bad() || r.Next(1<<20) != 0 || r.Bytes(1) != nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
