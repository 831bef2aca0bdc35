package ssf

import "testing"

func TestFaultsOfStatedValues(t *testing.T) {
	for name, c := range map[string]struct {
		of   Metadata
		keys []string
	}{
		"nothing":          {Metadata{}, nil},
		"all":              {Metadata{TraitDescription: "Größe", SampleSize: 10, Cases: 4, Controls: 6, Sex: "NR"}, nil},
		"people elsewhere": {Metadata{SampleSize: 11, Cases: 4, Controls: 6}, nil},
		"one too many":     {Metadata{SampleSize: 9, Cases: 4, Controls: 6}, []string{"sample_size"}},
		"cases alone":      {Metadata{Cases: 4}, []string{"control_count"}},
		"controls alone":   {Metadata{Controls: 4}, []string{"case_count"}},
		"below zero":       {Metadata{SampleSize: -1, Cases: -1, Controls: 5}, []string{"sample_size", "case_count"}},
		"sex":              {Metadata{Sex: "male"}, []string{"sex"}},
		"two lines":        {Metadata{TraitDescription: "a\nb", Software: "x\ty"}, []string{"trait_description", "analysis_software"}},
		"no text":          {Metadata{AncestryCategories: []string{"European", "\xff"}}, []string{"sample_ancestry_category"}},
	} {
		faults := c.of.Faults()
		if len(faults) != len(c.keys) {
			t.Errorf("%s: %+v", name, faults)
			continue
		}
		for i, f := range faults {
			if f.Key != c.keys[i] || len(f.Message) < 10 {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}
