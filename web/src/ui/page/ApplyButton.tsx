import { Button, Group } from "@mantine/core";

export const ApplyButton = () => (
  <Group justify="flex-end" mt="xs">
    <Button type="submit" size="xs">
      Apply
    </Button>
  </Group>
);
