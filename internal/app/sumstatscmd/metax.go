package sumstatscmd

import (
	"fmt"

	"cohortium/internal/gwas/meta"
)

// xCodings parses how each study codes males on chromosome X, by the name of the study.
func (c *MetaCmd) xCodings(files []*metaFile) (map[string]meta.XCoding, error) {
	if len(c.XCoding) == 0 {
		return nil, nil
	}
	out := map[string]meta.XCoding{}
	for _, text := range c.XCoding {
		chosen, rest := choose(files, text, "=")
		switch coding := meta.XCoding(rest); coding {
		case meta.XMales01, meta.XMales02, meta.XFemales:
			for _, f := range chosen {
				out[f.name] = coding
			}
		default:
			return nil, fmt.Errorf("--x-coding %s: write FILE=0/1, FILE=0/2 or FILE=females, with a FILE among the inputs", text)
		}
	}
	return out, nil
}
