package hermes

import (
	"context"
	"encoding/json"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/platform/errs"
)

// StoredLocus returns the report of the strongest locus of a meta-analysis whose lead is in a region,
// with all its variants; nil if there is none, and in results of earlier versions. It does not check
// permissions: the caller must have opened the result.
func (s *Service) StoredLocus(ctx context.Context, metaID string, in genome.Region) (_ *locusreport.Mapped, _ locusreport.Settings, err error) {
	defer errs.Wrap(&err, "hermes.StoredLocus(%q, %s)", metaID, in)
	m, err := s.store.Meta(ctx, metaID)
	if err != nil {
		return nil, locusreport.Settings{}, err
	}
	var summary struct {
		Report *locusreport.Report `json:"loci_report"`
	}
	if len(m.Summary) > 0 {
		if err := json.Unmarshal(m.Summary, &summary); err != nil {
			return nil, locusreport.Settings{}, err
		}
	}
	if summary.Report == nil {
		return nil, locusreport.Settings{}, nil
	}
	for _, l := range summary.Report.Loci { // strongest first
		region, err := genome.ParseRegion(l.Region)
		if err != nil {
			return nil, locusreport.Settings{}, err
		}
		if in.Contains(region.Chromosome, l.Position) {
			variants, err := s.storedVariants(ctx, m, region, l.Region)
			return locusreport.FromTable(region, l, variants), summary.Report.Settings, err
		}
	}
	return nil, locusreport.Settings{}, nil
}

// storedVariants reads the variants of one locus from the table of all loci.
func (s *Service) storedVariants(ctx context.Context, m *Meta, region genome.Region, name string) (variants []locusreport.Variant, err error) {
	key := MetaPrefix(m.ID, m.Attempt) + FileFineMapping
	if !slices.ContainsFunc(m.Files, func(f MetaFile) bool { return f.Name == FileFineMapping }) {
		return nil, errs.Missing("file")
	}
	index, err := s.blobs.OpenRange(ctx, key+".tbi", 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = index.Close() }()
	data, size, err := s.blobs.ReaderAt(ctx, key)
	if err != nil {
		return nil, err
	}
	reader, err := regionindex.OpenReader(data, size, index)
	if err != nil {
		return nil, err
	}
	err = reader.Query(ctx, region, func(line []byte) error {
		v, of, err := locusreport.ParseRow(line)
		if err == nil && of == name {
			variants = append(variants, v)
		}
		return err
	})
	return variants, err
}
