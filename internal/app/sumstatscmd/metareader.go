package sumstatscmd

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

	"cohortium/internal/gwas/sumstats"
)

// metaReader reads one file, counts its bytes and computes its digest.
type metaReader struct {
	*sumstats.Reader
	job   *metaJob
	input *metaInput
	file  *os.File
	hash  hash.Hash
	ended bool
}

func (j *metaJob) open(in *metaInput) (*metaReader, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return nil, err
	}
	r := &metaReader{job: j, input: in, file: f, hash: sha256.New()}
	r.Reader, err = sumstats.Open(watchedFile{io.TeeReader(f, metaCounter{r}), f}, in.readOptions(j.opt, j.dict))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// watchedFile is a tee in front of a file.
type watchedFile struct {
	io.Reader
	file *os.File
}

// Behind implements textfile.Watched.
func (w watchedFile) Behind() io.Reader { return w.file }

// metaCounter is the writing end of the tee in front of a reader.
type metaCounter struct{ *metaReader }

func (c metaCounter) Write(p []byte) (int, error) {
	c.job.read.Add(int64(len(p)))
	return c.hash.Write(p)
}

// ReadRows stores the counts and the digest once all rows have been read.
func (r *metaReader) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := r.Reader.ReadRows(dst)
	if errors.Is(err, io.EOF) && !r.ended {
		r.ended = true
		if _, copyErr := io.Copy(metaCounter{r}, r.file); copyErr != nil {
			return n, copyErr
		}
		account := r.Account()
		r.input.mu.Lock()
		r.input.account, r.input.digest = &account, hex.EncodeToString(r.hash.Sum(nil))
		r.input.mu.Unlock()
	}
	return n, err
}

// Close ends the reading.
func (r *metaReader) Close() error { return errors.Join(r.Reader.Close(), r.file.Close()) }
