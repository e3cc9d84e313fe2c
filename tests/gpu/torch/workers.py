"""Three epochs with a DataLoader of four workers that are started by --start."""

import torch
from model import arguments, device, tell, wait

given = arguments(start="fork", epochs=3)


class Noise(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, number):
        return torch.full((16,), float(number))


def main():
    total = torch.zeros((), device=device())
    batches = 0
    total.add_(0)  # CUDA is in use before the workers are made
    for _ in range(given.epochs):
        loader = torch.utils.data.DataLoader(Noise(), batch_size=4, num_workers=4,
                                             multiprocessing_context=given.start)
        for batch in loader:
            total += batch.to(device()).sum()
            batches += 1
    wait()
    tell(batches=batches, total=float(total))


if __name__ == "__main__":
    main()
