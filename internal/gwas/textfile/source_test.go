package textfile_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"cohortium/internal/gwas/textfile"
)

var errStore = errors.New("the store is gone")

// source is a stored file whose bytes may differ from those that were sent.
type source struct {
	io.Reader
	verified error
}

func (s *source) Verify() error { return s.verified }

// watched is a reader in front of a source, as one that counts.
type watched struct{ *source }

func (w watched) Behind() io.Reader { return w.source }

// TestOnlyTheBytesThatWereSentAreDamaged reads damaged and truncated files of each compression from
// a store that kept their bytes, from one that changed them, and from one that fails in the middle.
func TestOnlyTheBytesThatWereSentAreDamaged(t *testing.T) {
	t.Parallel()
	for name, packed := range map[string][]byte{"gzip": gzipped(t), "zstd": zstandard(t)} {
		middle := len(packed) / 2
		damaged := bytes.Clone(packed)
		damaged[middle] ^= 0xff
		broken := func() io.Reader { return io.MultiReader(bytes.NewReader(packed[:middle]), failing{}) }
		for _, c := range []struct {
			what   string
			source io.Reader
			want   textfile.ErrorCode
			cause  error
		}{
			{"truncated, as sent", &source{Reader: bytes.NewReader(packed[:middle])}, textfile.CodeTruncated, nil},
			{"truncated in the store", &source{bytes.NewReader(packed[:middle]), errStore}, textfile.CodeRead, errStore},
			{"truncated behind a counter", watched{&source{bytes.NewReader(packed[:middle]), errStore}}, textfile.CodeRead, errStore},
			{"damaged, as sent", &source{Reader: bytes.NewReader(damaged)}, textfile.CodeDamaged, nil},
			{"damaged in the store", &source{bytes.NewReader(damaged), errStore}, textfile.CodeRead, errStore},
			{"damaged, of unknown bytes", bytes.NewReader(damaged), textfile.CodeDamaged, nil},
			{"the store fails in the middle", &source{Reader: broken()}, textfile.CodeRead, errStore},
			{"a pipe fails in the middle", broken(), textfile.CodeRead, errStore},
		} {
			t.Run(name+", "+c.what, func(t *testing.T) {
				t.Parallel()
				f, err := textfile.Open(c.source, textfile.Limits{})
				if err == nil {
					var text io.Reader
					f.Through(func(r io.Reader) io.Reader { text = r; return r })
					_, err = io.Copy(io.Discard, text)
				}
				var fault *textfile.FileError
				if !errors.As(err, &fault) || fault.Code != c.want || c.cause != nil && !errors.Is(err, c.cause) {
					t.Errorf("reading failed with %v", err)
				}
			})
		}
	}
}

// failing is a store that stops with an error that looks like the end of a file.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.Join(errStore, io.ErrUnexpectedEOF) }

// noisyTable is large enough that its middle is not at its beginning, however it is packed.
func noisyTable() []byte {
	var b bytes.Buffer
	for i := range 40_000 {
		b.WriteString([]string{"1\t", "2\t", "X\t"}[i%3])
		b.WriteString(string(rune('a'+i*i%26)) + string(rune('a'+i*7919%26)) + "\n")
	}
	return b.Bytes()
}

func gzipped(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(noisyTable())
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = z.Write(noisyTable())
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
