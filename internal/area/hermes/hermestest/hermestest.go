// Package hermestest contains fakes of what hermes needs from outside, for tests of hermes and
// packages that use it: uploaded files in memory and small summary statistics. It imports hermes
// and errs only.
package hermestest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Files are uploaded files in memory.
type Files struct {
	mu    sync.Mutex
	infos map[string]*file.Info
	bytes map[string][]byte
}

var _ hermes.Files = (*Files)(nil)

// Add stores a file as if its owner had uploaded it at a time.
func (f *Files) Add(id, ownerID, name string, content []byte, at time.Time) *file.Info {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.infos == nil {
		f.infos, f.bytes = make(map[string]*file.Info), make(map[string][]byte)
	}
	sum := sha256.Sum256(content)
	info := &file.Info{
		ID: id, OwnerID: ownerID, Name: name, Size: int64(len(content)), Offset: int64(len(content)),
		SHA256: hex.EncodeToString(sum[:]), Complete: true, CreatedAt: at, ExpiresAt: at.Add(24 * time.Hour),
	}
	f.infos[id], f.bytes[id] = info, content
	return info
}

// File implements hermes.Files.
func (f *Files) File(_ context.Context, id string) (*file.Info, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, ok := f.infos[id]
	if !ok {
		return nil, errs.Missing("file")
	}
	out := *info
	return &out, nil
}

// OpenFile implements hermes.Files.
func (f *Files) OpenFile(ctx context.Context, id string) (io.ReadCloser, error) {
	return f.OpenFileRange(ctx, id, 0, -1)
}

// OpenFileRange implements hermes.Files.
func (f *Files) OpenFileRange(_ context.Context, id string, offset, length int64) (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	content, ok := f.bytes[id]
	if !ok {
		return nil, errs.Missing("file")
	}
	content = content[offset:]
	if length >= 0 {
		content = content[:min(length, int64(len(content)))]
	}
	return openBytes{bytes.NewReader(content)}, nil
}

// openBytes supports reads at any offset, like stored files.
type openBytes struct{ *bytes.Reader }

func (openBytes) Close() error { return nil }

// PendingFiles implements hermes.Files.
func (f *Files) PendingFiles(_ context.Context, ownerID string) ([]*file.Info, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*file.Info
	for _, info := range f.infos {
		if info.OwnerID == ownerID {
			out = append(out, info)
		}
	}
	return out, nil
}

// DeleteFile implements hermes.Files.
func (f *Files) DeleteFile(_ context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.infos, id)
	delete(f.bytes, id)
	return nil
}

// Sumstats writes tab-separated summary statistics of n variants on hg19, the same for the same
// seed: chromosomes 1 to 22, almost no inflation, one strong locus, and standard errors of log odds
// for the sample sizes of Metadata. Every study has the same variants, so that they can be
// combined.
func Sumstats(n int, seed uint64) []byte {
	places := rand.New(rand.NewPCG(1, 1))
	noise := rand.New(rand.NewPCG(seed, 2))
	alleles := [][2]string{{"A", "G"}, {"C", "T"}, {"G", "A"}, {"T", "C"}, {"A", "C"}, {"G", "T"}}
	var out bytes.Buffer
	out.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n")
	for i := range n {
		chromosome := 1 + i*22/n
		position := 1_000_000 + (i%((n+21)/22))*20_000 + places.IntN(10_000)
		pair := alleles[places.IntN(len(alleles))]
		eaf := 0.05 + 0.85*places.Float64()
		se := 2 / math.Sqrt(8400*2*eaf*(1-eaf))
		z := noise.NormFloat64()
		if i == n/2 {
			z += 12
		}
		fmt.Fprintf(&out, "%d\t%d\t%s\t%s\t%.6g\t%.6g\t%.4f\t%.6g\trs%d\t10000\n",
			chromosome, position, pair[0], pair[1], z*se, se, eaf, math.Erfc(math.Abs(z)/math.Sqrt2), i+1)
	}
	return out.Bytes()
}

// Mapping returns the mapping of Sumstats.
func Mapping() map[string]string {
	m := make(map[string]string)
	for _, field := range []string{"chromosome", "base_pair_location", "effect_allele", "other_allele", "beta",
		"standard_error", "effect_allele_frequency", "p_value", "rsid", "n"} {
		m[field] = field
	}
	return m
}

// Metadata returns a valid metadata sheet.
func Metadata(name, cohort string) map[string]any {
	return map[string]any{
		"dataSetName": name, "cohort": cohort, "phenotype": "ALL_HF", "ancestry": "EU", "sex": "Not sex stratified",
		"totalSampleSize": 10000, "cases": 3000, "genomeBuild": "hg19",
	}
}
