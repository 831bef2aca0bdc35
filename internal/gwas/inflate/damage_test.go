package inflate

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/biogo/hts/bgzf"
)

func TestDamage(t *testing.T) {
	plain := tableText(50)
	good := gzipped(t, 6, plain)
	end := int64(len(good))
	wrongCRCFile, wrongSizeFile := bytes.Clone(good), bytes.Clone(good)
	wrongCRCFile[end-8] ^= 1
	wrongSizeFile[end-1] ^= 1
	wrongHead := member(t, flagHeaderCRC, "", plain)
	wrongHead[11] ^= 1
	reserved := bytes.Clone(good)
	reserved[3] |= 0x20
	for name, tt := range map[string]struct {
		file []byte
		want error
		data bool // all of plain comes before the error
	}{
		"no bytes":               {nil, io.EOF, false},
		"no gzip":                {[]byte("chromosome\tposition"), &DamageError{0, noMember}, false},
		"few bytes, no gzip":     {[]byte("chrom"), io.ErrUnexpectedEOF, false},
		"other method":           {[]byte("\x1f\x8b\x07\x00\x00\x00\x00\x00\x00\x00"), &DamageError{0, noMember}, false},
		"reserved flag":          {reserved, &DamageError{0, reservedFlags}, false},
		"header CRC":             {wrongHead, &DamageError{0, wrongHeadCRC}, false},
		"long name":              {member(t, flagName, strings.Repeat("n", maxText)+"\x00", plain), &DamageError{0, longText}, false},
		"long comment":           {member(t, flagComment, strings.Repeat("n", maxText)+"\x00", plain), &DamageError{0, longText}, false},
		"garbage":                {append(bytes.Clone(good), "garbage behind the end"...), &DamageError{end, noMember}, true},
		"garbage after two":      {slices.Concat(gzipped(t, 6, nil), good, []byte("garbage behind")), &DamageError{end + 23, noMember}, true},
		"little garbage":         {append(bytes.Clone(good), "end"...), io.ErrUnexpectedEOF, true},
		"zeros, garbage":         {append(append(bytes.Clone(good), make([]byte, 512)...), good...), &DamageError{end + 512, behindZeros}, true},
		"zeros only":             {make([]byte, 512), &DamageError{0, noMember}, false},
		"header of another only": {append(bytes.Clone(good), good[:10]...), io.ErrUnexpectedEOF, true},
		"CRC":                    {wrongCRCFile, &DamageError{end - 8, wrongCRC}, true},
		"size":                   {wrongSizeFile, &DamageError{end - 8, wrongSize}, true},
		"block type 3":           {[]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x07garbage"), &DamageError{11, notDeflate}, false},
	} {
		for how, source := range sources {
			got, err := expand(source(bytes.NewReader(tt.file)))
			if !sameError(err, tt.want) {
				t.Errorf("%s, read by %s: %v, want %v", name, how, err, tt.want)
			}
			if tt.data && !bytes.Equal(got, plain) {
				t.Errorf("%s, read by %s: %d bytes before the error, want %d", name, how, len(got), len(plain))
			}
		}
		if _, err := standard(tt.file); err == nil && name != "reserved flag" {
			t.Errorf("%s: the standard library sees no error", name)
		}
	}
}

// TestPadding wants zeros behind the last member passed over, however many.
func TestPadding(t *testing.T) {
	plain := tableText(50)
	for name, file := range map[string][]byte{"gzip": gzipped(t, 6, plain), "bgzip": blocked(t, plain)} {
		for _, n := range []int{1, 8, 511, 200_000} {
			for how, source := range sources {
				if n > 1000 && how == "byte" {
					continue
				}
				got, err := expand(source(bytes.NewReader(append(bytes.Clone(file), make([]byte, n)...))))
				if err != nil || !bytes.Equal(got, plain) {
					t.Errorf("%s and %d zeros, read by %s: %d bytes, %v", name, n, how, len(got), err)
				}
			}
		}
	}
}

// TestBlocksThatEndTooEarly cuts BGZF files behind each of their blocks: only the empty block marks
// a file as complete. A plain gzip file has no such block.
func TestBlocksThatEndTooEarly(t *testing.T) {
	plain := tableText(9000)
	file := blocked(t, plain)
	var ends []int // of the blocks, from their BC fields
	for at := 0; at < len(file); {
		at += int(binary.LittleEndian.Uint16(file[at+16:])) + 1
		ends = append(ends, at)
	}
	if len(ends) < 4 {
		t.Fatalf("only %d blocks", len(ends))
	}
	for i, end := range ends {
		for _, padding := range []int{0, 100} {
			cut := append(bytes.Clone(file[:end]), make([]byte, padding)...)
			got, err := expand(bytes.NewReader(cut))
			whole := i == len(ends)-1
			if whole != (err == nil) || !whole && !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.HasPrefix(plain, got) ||
				i < len(ends)-2 && len(got) == len(plain) {
				t.Errorf("cut behind block %d of %d, %d zeros: %d bytes, %v", i+1, len(ends), padding, len(got), err)
			}
		}
	}
	other := member(t, flagExtra, "\x09\x00xy\x01\x00zAB\x00\x00", plain)
	joined := slices.Concat(file[:ends[0]], gzipped(t, 6, nil))
	for name, file := range map[string][]byte{"another extra field": other, "plain gzip behind a block": joined} {
		if _, err := expand(bytes.NewReader(file)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func blocked(t *testing.T, plain []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	w := bgzf.NewWriter(&file, 1)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func sameError(got, want error) bool {
	var a, b *DamageError
	if errors.As(want, &b) {
		return errors.As(got, &a) && *a == *b && a.Error() != ""
	}
	return errors.Is(got, want)
}

// TestTruncated cuts files at every byte: what comes before the cut is right, and
// the cut is reported.
func TestTruncated(t *testing.T) {
	plain := tableText(30)
	texts := plainTexts()
	for name, file := range map[string][]byte{
		"fixed": gzipped(t, 6, plain[:40]), "dynamic": gzipped(t, 6, plain), "stored": gzipped(t, 0, plain), "Huffman": gzipped(t, stdgzip.HuffmanOnly, plain),
		"long codes": gzipped(t, stdgzip.HuffmanOnly, texts["skewed"][:3000]), "zeros": gzipped(t, 9, texts["zeros"]), "noise": gzipped(t, 6, texts["noise"][:700]),
		"members": slices.Concat(gzipped(t, 6, plain[:99]), gzipped(t, 6, nil), member(t, 31, "\x01\x00xa\x00b\x00", plain[99:])),
	} {
		all, err := standard(file)
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		for cut := range file {
			got, err := expand(bytes.NewReader(file[:cut]))
			want, wantErr := standard(file[:cut])
			if !errors.Is(err, wantErr) || err == nil && !bytes.Equal(got, want) || !bytes.HasPrefix(all, got) {
				t.Fatalf("%s cut at %d of %d: %d bytes, %v; the standard library: %d bytes, %v", name, cut, len(file), len(got), err, len(want), wantErr)
			}
			if len(got) < len(want)-1 { // the last of two literals may be missing
				t.Fatalf("%s cut at %d of %d: %d bytes, the standard library has %d", name, cut, len(file), len(got), len(want))
			}
			if err == nil {
				ends++
			}
		}
		if name == "members" && ends != 2 || name != "members" && ends != 0 {
			t.Errorf("%s: %d cuts without an error", name, ends)
		}
	}
}

// TestBitFlips flips every bit of some files: never other bytes without an error.
func TestBitFlips(t *testing.T) {
	plain := tableText(6)
	for name, file := range map[string][]byte{
		"fixed": gzipped(t, 6, plain[:40]), "dynamic": gzipped(t, 6, plain), "stored": gzipped(t, 0, plain),
		"members": slices.Concat(gzipped(t, 6, plain[:99]), gzipped(t, 6, nil), member(t, 31, "\x01\x00xa\x00b\x00", plain[99:])),
	} {
		all, err := standard(file)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range 8 * len(file) {
			flipped := bytes.Clone(file)
			flipped[bit/8] ^= 1 << (bit % 8)
			got, err := expand(bytes.NewReader(flipped))
			if err == nil && !bytes.Equal(got, all) {
				t.Fatalf("%s, bit %d: other bytes and no error", name, bit)
			}
			var damage *DamageError
			if errors.As(err, &damage) {
				if damage.Offset < 0 || damage.Offset > int64(len(file)) {
					t.Fatalf("%s, bit %d: offset %d", name, bit, damage.Offset)
				}
			} else if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s, bit %d: %v", name, bit, err)
			}
		}
	}
}

// TestHistoryOfMember wants matches that reach into the member before refused.
func TestHistoryOfMember(t *testing.T) {
	plain := bytes.Repeat([]byte("abcdefgh"), 20)
	whole := deflate(t, 6, plain)
	reaching := append([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), 0x03|0x4<<3, 0x22, 0) // one match at once
	_, err := expand(bytes.NewReader(slices.Concat(gzipped(t, 6, plain), reaching, whole)))
	var damage *DamageError
	if !errors.As(err, &damage) || damage.What != notDeflate {
		t.Errorf("%v", err)
	}
}

// TestSourceErrors wants the errors of the source as they are, behind the data.
func TestSourceErrors(t *testing.T) {
	plain := tableText(5000)
	file := gzipped(t, 6, plain)
	broken := errors.New("the disk is gone")
	got, err := expand(io.MultiReader(bytes.NewReader(file[:len(file)/2]), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || len(got) < len(plain)/3 || !bytes.HasPrefix(plain, got) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := NewReader(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := NewReader(idle{}); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

// idle never returns anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
